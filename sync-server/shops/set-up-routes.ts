import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Endpoint } from '#schema/endpoints/endpoint.ts';
import { endpoints } from '#schema/endpoints/endpoints.ts';
import { serverMessages } from '#schema/messages/server-messages.ts';
import {
  CreateApiKeyInput,
  CreateShopInput,
  IgnoreShopProductInput,
  kindsWithOwnSecret,
  ResolveOrderInput,
  SetShopProductInput,
  SetShopSecretInput,
} from '#schema/shops/shops.ts';
import { inTransaction, type Trx } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { signedInRoute } from '../http/endpoint-routes.ts';
import { parseInput } from '../http/parse-input.ts';
import { pathParam } from '../http/path-param.ts';
import { readJsonBody } from '../http/read-body.ts';
import { ApiError } from '../http/reply/api-error.ts';
import { jsonReply } from '../http/reply.ts';
import type { Route } from '../http/route.ts';
import { makeApiKey } from './api-keys.ts';
import { matchProduct, resolveOrder, sendWaiting } from './decide-orders.ts';
import { ignoreProduct, ignoreWaiting, stopIgnoring, unignoreOrders } from './ignored-products.ts';
import { findSource } from './shop-queries.ts';
import { standardKey } from './verify-signature.ts';

/** Sent in an address or entered by hand; 256 bits. */
const SECRET_BYTES = 32;
const SUCCESS = { success: true } as const;

interface SetUp<Input> {
  readonly input: Input;
  readonly param: (name: string) => string;
  /** ISO time. */
  readonly at: string;
}

/** What admins set up for shops and programs. It needs a connection: the server makes secrets, and shows them once. */
export function setUpRoutes(deps: Deps): Route[] {
  const route = <Schema extends v.GenericSchema>(
    endpoint: Endpoint,
    schema: Schema | null,
    run: (trx: Trx, call: SetUp<v.InferOutput<Schema>>) => Promise<object>,
    /** What takes long, after the commit: returns the reply in place of `run`. */
    afterCommit?: (call: SetUp<v.InferOutput<Schema>>) => Promise<object>,
  ): Route =>
    signedInRoute(deps, endpoint, async (c, caller) => {
      const input = schema === null ? undefined : parseInput(schema, await readJsonBody(c));
      const param = (name: string) => pathParam(c, name);
      const at = deps.clock.now().toISOString();
      const call = { input, param, at };
      const done = await inTransaction(deps.db, (trx) => run(trx, call));
      const output = (await afterCommit?.(call)) ?? done;
      const who = { requestId: c.get('requestId'), userId: caller.id };
      // Ids in the path, and a product: secrets and names of persons are not among them.
      deps.log.info({ ...who, ...c.req.param(), ...productOf(input) }, `shops: ${endpoint.summary}`);
      deps.mails.scheduleDrain();
      return jsonReply(c, JSON.stringify(output));
    });
  return [
    route(endpoints.createShop, CreateShopInput, (trx, call) => createShop(trx, deps, call)),
    route(endpoints.setShopSecret, SetShopSecretInput, (trx, call) => setSecret(trx, deps, call)),
    route(endpoints.deleteShop, null, async (trx, { param }) => {
      const removal = trx.deleteFrom('shopSources').where('id', '=', param('sourceId'));
      requireRow((await removal.executeTakeFirst()).numDeletedRows);
      return SUCCESS;
    }),
    route(
      endpoints.setShopProduct,
      SetShopProductInput,
      async (trx, { input, param }) => {
        await matchProduct(trx, { ...input, sourceId: param('sourceId') });
        return SUCCESS;
      },
      async ({ input: { product }, param, at }) => ({
        sent: await sendWaiting(deps, { product, sourceId: param('sourceId'), at }),
      }),
    ),
    route(endpoints.deleteShopProduct, null, async (trx, { param }) => {
      const removal = trx.deleteFrom('shopProducts').where('id', '=', param('productId'));
      requireRow((await removal.executeTakeFirst()).numDeletedRows);
      return SUCCESS;
    }),
    route(
      endpoints.ignoreShopProduct,
      IgnoreShopProductInput,
      async (trx, { input, param, at }) => {
        await ignoreProduct(trx, { ...input, sourceId: param('sourceId'), at });
        return SUCCESS;
      },
      async ({ input, param }) => ({
        ignored: await ignoreWaiting(deps, { ...input, sourceId: param('sourceId') }),
      }),
    ),
    route(
      endpoints.stopIgnoringProduct,
      null,
      async (trx, { param, at }) => {
        await stopIgnoring(trx, param('ignoredId'), at);
        return SUCCESS;
      },
      async ({ param }) => ({ waiting: await unignoreOrders(deps, param('ignoredId')) }),
    ),
    route(endpoints.resolveOrder, ResolveOrderInput, async (trx, { input, param, at }) => {
      await resolveOrder(trx, deps, { id: param('orderId'), decision: input, at });
      return SUCCESS;
    }),
    route(endpoints.createApiKey, CreateApiKeyInput, async (trx, { input, at }) => {
      const { key, keyHash } = makeApiKey();
      const row = { ...input, keyHash, createdAt: at, lastUsedAt: null };
      const insert = trx
        .insertInto('apiKeys')
        .values(row)
        .onConflict((conflict) => conflict.doNothing());
      if ((await insert.executeTakeFirst()).numInsertedOrUpdatedRows !== 1n) throw new ApiError('id_taken');
      return { key };
    }),
    route(endpoints.deleteApiKey, null, async (trx, { param }) => {
      const removal = trx.deleteFrom('apiKeys').where('id', '=', param('keyId'));
      if ((await removal.executeTakeFirst()).numDeletedRows !== 1n) throw new ApiError('api_key_not_found');
      return SUCCESS;
    }),
  ];
}

async function createShop(trx: Trx, deps: Deps, { input, at }: SetUp<v.InferOutput<typeof CreateShopInput>>) {
  const { id, kind, name } = input;
  const secret = kindsWithOwnSecret.includes(kind) ? null : randomBytes(SECRET_BYTES).toString('base64url');
  const sealedSecret = secret === null ? null : deps.shopSeal.seal(id, secret);
  const row = { id, kind, name, sealedSecret, createdAt: at, lastEventAt: null };
  const insert = trx
    .insertInto('shopSources')
    .values(row)
    .onConflict((conflict) => conflict.doNothing());
  if ((await insert.executeTakeFirst()).numInsertedOrUpdatedRows !== 1n) throw new ApiError('id_taken');
  const path = `/api/shop/${id}`;
  return kind === 'gumroad' ? { path: `${path}?secret=${secret}`, secret: null } : { path, secret };
}

async function setSecret(
  trx: Trx,
  { shopSeal }: Pick<Deps, 'shopSeal'>,
  { input: { secret }, param }: SetUp<v.InferOutput<typeof SetShopSecretInput>>,
) {
  const source = await findSource(trx, param('sourceId'));
  if (source === undefined) throw new ApiError('shop_not_found');
  if (source.kind === 'standard' && standardKey(secret) === null) {
    const message = serverMessages.shopSecretInvalid;
    throw new ApiError('invalid_input', { message, fields: { secret: message } });
  }
  const sealedSecret = shopSeal.seal(source.id, secret);
  await trx.updateTable('shopSources').set({ sealedSecret }).where('id', '=', source.id).execute();
  return SUCCESS;
}

const Product = v.object({ product: v.string() });

/** What a call is about besides the ids in its path. */
const productOf = (input: unknown) => (v.is(Product, input) ? { product: input.product } : {});

function requireRow(count: bigint): void {
  if (count !== 1n) throw new ApiError('shop_not_found');
}
