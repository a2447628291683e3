/** An item of a table of contents, as XML. */
export const item = (
  identifier: string,
  title: string,
  { to = '', inside = '', attributes = '' } = {},
): string =>
  `<item identifier="${identifier}"${to === '' ? '' : ` identifierref="${to}"`} ${attributes}>` +
  `${title === '' ? '' : `<title>${title}</title>`}${inside}</item>`;

/** A resource, as XML. The first file opens it. */
export const resource = (
  identifier: string,
  files: readonly string[],
  { type = 'webcontent', attributes = '', inside = '' } = {},
): string =>
  `<resource identifier="${identifier}" type="${type}" href="${files[0] ?? ''}" ${attributes}>` +
  `${files.map((href) => `<file href="${href}"/>`).join('')}${inside}</resource>`;

export interface ManifestText {
  readonly schema: string;
  readonly namespaces: string;
  readonly title?: string;
  readonly description?: string;
  /** More of its metadata, as XML. */
  readonly metadata?: string;
  readonly items: string;
  readonly resources: string;
  readonly attributes?: string;
}

/** The text of a manifest. */
const manifestText = (manifest: ManifestText): string => `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m" ${manifest.namespaces} ${manifest.attributes ?? ''}>
  <metadata>
    <schema>${manifest.schema}</schema>
    <lom:lom xmlns:lom="http://ltsc.ieee.org/xsd/LOM"><lom:general>
      <lom:title><lom:string>${manifest.title ?? ''}</lom:string></lom:title>
      <lom:description><lom:string>${manifest.description ?? ''}</lom:string></lom:description>
    </lom:general>${manifest.metadata ?? ''}</lom:lom>
  </metadata>
  <organizations><organization identifier="o">${manifest.items}</organization></organizations>
  <resources>${manifest.resources}</resources>
</manifest>`;

export const cartridgeText = (
  parts: Omit<ManifestText, 'schema' | 'namespaces' | 'items'> & { items?: string },
) =>
  manifestText({
    schema: 'IMS Common Cartridge',
    namespaces: 'xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"',
    ...parts,
    items: parts.items === undefined ? '' : item('root', '', { inside: parts.items }),
  });

export const scormText = (parts: Omit<ManifestText, 'schema' | 'namespaces'>) =>
  manifestText({
    schema: 'ADL SCORM',
    namespaces:
      'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    ...parts,
  });
