/** What an earlier release did otherwise, between the network and the app. */
export interface OlderRelease {
  ask(init: RequestInit): RequestInit;
  reply(path: string, init: RequestInit, reply: Response): Promise<Response>;
}
