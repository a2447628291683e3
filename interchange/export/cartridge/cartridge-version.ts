/** A version of Common Cartridge: the names that differ from one to the other. */
export interface CartridgeVersion {
  readonly schemaVersion: '1.1.0' | '1.3.0';
  /** The type of resources that are links. */
  readonly linkType: string;
  /** The type of those that are quizzes. */
  readonly quizType: string;
  /** The type of those that only say more of another one. */
  readonly settingsType: string;
  readonly manifest: Vocabulary;
  /** Metadata of the course. */
  readonly courseLom: Vocabulary;
  /** Metadata of its parts. */
  readonly partLom: Vocabulary;
  /** Whether those can be a description. */
  readonly describesParts: boolean;
  readonly link: Vocabulary;
}

/** An XML namespace and where its schema is published. Nothing is loaded from there. */
interface Vocabulary {
  readonly namespace: string;
  readonly schema: string;
}

const IMS = 'http://www.imsglobal.org';
const LTSC = 'http://ltsc.ieee.org/xsd';

/** @param version as in names: `1p3` */
function namesOf(version: '1p1' | '1p3') {
  const cc = `ccv${version}`;
  const schemas = `${IMS}/profile/cc/${cc}`;
  const lom = (part: 'manifest' | 'resource'): Vocabulary => ({
    namespace: `${LTSC}/ims${cc}/LOM/${part}`,
    schema: `${schemas}/LOM/${cc}_lom${part}_v1p0.xsd`,
  });
  return {
    linkType: `imswl_xmlv${version}`,
    quizType: `imsqti_xmlv1p2/imscc_xmlv${version}/assessment`,
    settingsType: `associatedcontent/imscc_xmlv${version}/learning-application-resource`,
    manifest: {
      namespace: `${IMS}/xsd/ims${cc}/imscp_v1p1`,
      schema: `${schemas}/${cc}_imscp_v1p2_v1p0.xsd`,
    },
    courseLom: lom('manifest'),
    partLom: lom('resource'),
    link: {
      namespace: `${IMS}/xsd/ims${cc}/imswl_v${version}`,
      schema: `${schemas}/${cc}_imswl_v${version}.xsd`,
    },
  };
}

export const CARTRIDGE_1_3: CartridgeVersion = {
  schemaVersion: '1.3.0',
  describesParts: true,
  ...namesOf('1p3'),
};

/** The newest one that Moodle reads. */
export const CARTRIDGE_1_1: CartridgeVersion = {
  schemaVersion: '1.1.0',
  describesParts: false,
  ...namesOf('1p1'),
};

export const INSTANCE = 'http://www.w3.org/2001/XMLSchema-instance';

/** The value of `xsi:schemaLocation`. */
export const schemaLocations = (vocabularies: readonly Vocabulary[]): string =>
  vocabularies.map(({ namespace, schema }) => `${namespace} ${schema}`).join(' ');
