/** The 50,000 most common passwords of eight and more characters. The package ships no types. */
declare module 'fxa-common-password-list' {
  const list: { test(password: string): boolean };
  export = list;
}
