/** The parts of mammoth that are used here, as its build for browsers exports them. */
declare module 'mammoth/mammoth.browser.js' {
  export interface Paragraph {
    type: 'paragraph';
    styleId: string | null;
    styleName: string | null;
    children: Node[];
  }
  export interface Text {
    type: 'text';
    value: string;
  }
  export interface Other {
    type: 'break' | 'tab' | 'run' | 'other';
    children?: Node[];
  }
  export type Node = Paragraph | Text | Other;
  export interface Image {
    contentType: string | undefined;
    altText?: string;
    readAsArrayBuffer(): Promise<ArrayBuffer>;
  }
  /** Nodes of the HTML that is written. */
  export type Html = readonly { readonly html: true }[];
  export type ConvertImage = (image: Image) => Promise<Html>;
  export interface Options {
    styleMap: readonly string[];
    includeEmbeddedStyleMap: boolean;
    convertImage: ConvertImage;
    transformDocument: (document: Node) => Node;
  }
  const mammoth: {
    convertToHtml(
      input: { arrayBuffer: ArrayBuffer },
      options: Options,
    ): Promise<{ value: string; messages: readonly { type: string; message: string }[] }>;
    images: { imgElement(convert: (image: Image) => Promise<{ src: string }>): ConvertImage };
    transforms: { paragraph(transform: (paragraph: Paragraph) => Paragraph): (document: Node) => Node };
  };
  // biome-ignore lint/style/noDefaultExport: This is how the package is loaded.
  export default mammoth;
}
