import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { loadConfigFromFile } from 'vite';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readConfig } from '#sync-server/config.ts';

const PROJECT = fileURLToPath(new URL('..', import.meta.url));
const DEPLOY = fileURLToPath(new URL('../docs/deploy', import.meta.url));
const OPERATIONS = readFileSync(fileURLToPath(new URL('../docs/operations.md', import.meta.url)), 'utf8');
/** The server lets running requests finish for so long (docs/operations.md). */
const CLOSE_SECONDS = 5;

const read = (file: string) => readFileSync(join(DEPLOY, file), 'utf8');
const parseYaml = (file: string): unknown[] =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });
const secondsOf = (text: string | undefined): number => Number(/^(\d+)s$/.exec(text ?? '')?.[1]);

/** The variables that an operator fills in. */
const FILLED: Readonly<Record<string, string>> = {
  CARREL_HOST: 'carrel.example.org',
  CARREL_SECRET: 'a secret of more than thirty-two bytes',
  POSTGRES_PASSWORD: 'generated',
  S3_ACCESS_KEY_ID: 'GK-key',
  S3_SECRET_ACCESS_KEY: 'the-secret-of-the-key',
};
/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}`. */
const fillIn = (text: string): string =>
  text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind: string, rest: string) => FILLED[name] ?? (kind === '-' ? rest : ''),
  );

const yamlFiles = readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.yaml'),
);

describe('the files for deployment', () => {
  it.each(yamlFiles)('%s is YAML without errors', (file) => {
    expect(parseYaml(file).every((document) => document !== null)).toBe(true);
  });
});

describe('the image', () => {
  it('is built from every folder that the configuration of the builds imports', async () => {
    const ignored = read('Dockerfile.dockerignore').split('\n');
    const config = await loadConfigFromFile(
      { command: 'build', mode: 'production' },
      join(PROJECT, 'vite.config.ts'),
    );
    const files = config?.dependencies.map((file) => relative(PROJECT, file)) ?? [];
    expect(files).toContain('pwa/build/chunk-groups.ts');
    expect(files.filter((file) => ignored.includes(file.split('/')[0] ?? ''))).toEqual([]);
  });

  it.each(['sync-server/seed/courses', 'sync-server/passwords/common-passwords.txt'])(
    'has %s, which the server reads beside its bundle',
    (path) => {
      expect(existsSync(join(PROJECT, path))).toBe(true);
      expect(read('Dockerfile')).toContain(`COPY --from=build /app/${path} `);
    },
  );
});

const Service = v.object({
  image: v.optional(v.string()),
  environment: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  volumes: v.optional(v.array(v.string()), []),
  stop_grace_period: v.optional(v.string()),
});
const Compose = v.object({
  services: v.record(v.string(), Service),
  networks: v.object({
    inside: v.object({ ipam: v.object({ config: v.array(v.object({ subnet: v.string() })) }) }),
  }),
  volumes: v.record(v.string(), v.unknown()),
});

describe('the compose file of several processes', () => {
  const file = 'several/compose.yaml';
  const { services, networks, volumes } = v.parse(Compose, parseYaml(file)[0]);
  const processes = Object.entries(services).filter(([name]) => name.startsWith('carrel-'));

  it('has processes with the same variables, a data folder each, and one file of deleted accounts', () => {
    expect(processes).toHaveLength(3);
    const environments = new Set(processes.map(([, { environment }]) => JSON.stringify(environment)));
    expect(environments.size).toBe(1);
    const mountsAt = (path: string) =>
      processes.flatMap(([, { volumes }]) => volumes.filter((one) => one.endsWith(`:${path}`)));
    expect(new Set(mountsAt('/data')).size).toBe(processes.length);
    expect(mountsAt('/erasures')).toEqual(processes.map(() => 'erasures:/erasures'));
  });

  it('gives a process the time to drain and to finish requests', () => {
    for (const [, { environment, stop_grace_period }] of processes) {
      const drain = secondsOf(String(environment?.CARREL_DRAIN));
      expect(drain).toBeGreaterThan(0);
      expect(secondsOf(stop_grace_period)).toBeGreaterThan(drain + CLOSE_SECONDS);
    }
  });

  it('lets Caddy notice within the drain that a process is going', () => {
    const [, interval] = /health_interval (\d+s)/.exec(read('several/Caddyfile')) ?? [];
    const [, timeout] = /health_timeout (\d+s)/.exec(read('several/Caddyfile')) ?? [];
    const drain = secondsOf(String(processes[0]?.[1].environment?.CARREL_DRAIN));
    expect(secondsOf(interval) + secondsOf(timeout)).toBeLessThan(drain);
  });

  it('names every process in the Caddyfile, and trusts the network of Caddy', () => {
    const [, upstreams = ''] = /reverse_proxy (.+) \{/.exec(read('several/Caddyfile')) ?? [];
    expect(upstreams.split(' ')).toEqual(processes.map(([name]) => `${name}:8787`));
    expect(processes[0]?.[1].environment?.TRUSTED_PROXIES).toBe(networks.inside.ipam.config[0]?.subnet);
  });

  it('pins versions and declares every volume', () => {
    for (const { image, volumes: mounts } of Object.values(services)) {
      expect(image).toMatch(/^carrel:local$|:v?\d+\.\d+/);
      for (const mount of mounts.filter((one) => !one.startsWith('./')))
        expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
    }
  });

  it('has an example with every variable that it reads', () => {
    const used = [...read(file).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    const given = [...read('several/carrel.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(new Set(given)).toEqual(new Set(used));
  });

  it('is accepted by the server, when it is filled in', () => {
    const environment = Object.entries(processes[0]?.[1].environment ?? {});
    const config = readConfig(
      Object.fromEntries(environment.map(([name, text]) => [name, fillIn(`${text}`)])),
    );
    expect(config).toMatchObject({
      drainMs: 5_000,
      erasuresPath: '/erasures',
      s3: { bucket: 'carrel', region: 'garage' },
    });
    expect(config.databaseUrl).toBe('postgres://carrel:generated@postgres:5432/carrel');
  });

  it('sets only variables of the server that operations.md explains', () => {
    const names = Object.keys(processes[0]?.[1].environment ?? {});
    expect(names.filter((name) => !OPERATIONS.includes(`\`${name}\``))).toEqual([]);
  });
});

const Labels = v.record(v.string(), v.string());
const Workload = v.object({
  kind: v.literal('Deployment'),
  spec: v.object({
    replicas: v.number(),
    selector: v.object({ matchLabels: Labels }),
    template: v.object({
      metadata: v.object({ labels: Labels }),
      spec: v.object({
        terminationGracePeriodSeconds: v.number(),
        volumes: v.array(v.looseObject({ name: v.string() })),
        containers: v.array(
          v.object({
            securityContext: v.object({ readOnlyRootFilesystem: v.literal(true) }),
            volumeMounts: v.array(v.object({ name: v.string(), mountPath: v.string() })),
          }),
        ),
      }),
    }),
  }),
});
const Budget = v.object({
  kind: v.literal('PodDisruptionBudget'),
  spec: v.object({ minAvailable: v.number(), selector: v.object({ matchLabels: Labels }) }),
});
const Selecting = v.object({ kind: v.literal('Service'), spec: v.object({ selector: Labels }) });
const Settings = v.object({ kind: v.literal('ConfigMap'), data: Labels });
const Secrets = v.object({ kind: v.literal('Secret'), stringData: Labels });

const Claim = v.object({
  kind: v.literal('PersistentVolumeClaim'),
  metadata: v.object({ name: v.string() }),
});

describe('the manifest for Kubernetes', () => {
  const documents = [...parseYaml('kubernetes/carrel.yaml'), ...parseYaml('kubernetes/secret.example.yaml')];
  /** The only document of a shape. */
  function find<S extends v.GenericSchema>(schema: S): v.InferOutput<S> {
    const [found, ...others] = documents.flatMap((document) => {
      const { success, output } = v.safeParse(schema, document);
      return success ? [output] : [];
    });
    if (found === undefined || others.length > 0) throw new Error('The manifest has not exactly one of them');
    return found;
  }
  const { spec } = find(Workload);
  const pod = spec.template.spec;

  it('gives a pod the time to drain and to finish requests', () => {
    const drain = secondsOf(find(Settings).data.CARREL_DRAIN);
    expect(drain).toBeGreaterThan(0);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(drain + CLOSE_SECONDS);
  });

  it('lets a pod write only where it has to', () => {
    const [container] = pod.containers;
    expect(container?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp', '/erasures']);
    expect(container?.volumeMounts.map(({ name }) => name)).toEqual(pod.volumes.map(({ name }) => name));
  });

  it('keeps the deleted accounts beyond the pods', () => {
    const claimName = find(Claim).metadata.name;
    expect(pod.volumes).toContainEqual({ name: 'erasures', persistentVolumeClaim: { claimName } });
  });

  it('selects its pods everywhere, and leaves one that may be stopped', () => {
    const { labels } = spec.template.metadata;
    const budget = find(Budget).spec;
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(budget.selector.matchLabels).toEqual(labels);
    expect(find(Selecting).spec.selector).toEqual(labels);
    expect(budget.minAvailable).toBeLessThan(spec.replicas);
  });

  it('is accepted by the server, when it is filled in', () => {
    const config = readConfig({ ...find(Settings).data, ...find(Secrets).stringData, ...FILLED });
    expect(config).toMatchObject({
      drainMs: 15_000,
      erasuresPath: '/erasures',
      seed: 'none',
      s3: { bucket: 'carrel' },
    });
  });

  it('sets only variables that operations.md explains', () => {
    const names = [...Object.keys(find(Settings).data), ...Object.keys(find(Secrets).stringData)];
    expect(names.filter((name) => !OPERATIONS.includes(`\`${name}\``))).toEqual([]);
  });
});
