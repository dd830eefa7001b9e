/** A browser as the server sees it: it stores cookies, follows no redirects, and sends RPC. */
import type { MailServer } from "./smtp";

export type Handle = (request: Request) => Response | Promise<Response>;

export interface RpcResponse {
  status: number;
  /** Result of the procedure; undefined on failure. */
  data: unknown;
  /** RPC code, as `FORBIDDEN`; undefined on success. */
  code: string | undefined;
  message: string | undefined;
  /** Problems of the input; empty if the error is another. */
  problems: readonly { path: string; message: string }[];
}

let visitors = 0;

export class Visitor {
  readonly cookies = new Map<string, string>();
  /** Each visitor has its own network address. */
  readonly networkAddress = `203.0.${Math.floor(++visitors / 250)}.${(visitors % 250) + 1}`;

  constructor(
    private readonly handle: Handle,
    private readonly origin: string,
  ) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-for", this.networkAddress);
    headers.set("host", new URL(this.origin).host);
    if (this.cookies.size > 0) {
      headers.set("cookie", [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    }
    const response = await this.handle(new Request(`${this.origin}${path}`, { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    return response;
  }

  private keep(cookie: string): void {
    const [pair = "", ...attributes] = cookie.split("; ");
    const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
    const ended = attributes.some((a) => a === "Max-Age=0" || a.startsWith("Expires=Thu, 01 Jan 1970"));
    if (ended || value === "") this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async csrfToken(): Promise<string> {
    return ((await (await this.fetch("/api/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
  }

  async signIn(email: string, mail: MailServer): Promise<this> {
    const form = { csrfToken: await this.csrfToken(), email, json: "true", callbackUrl: "/" };
    const codeRequest = await this.fetch("/api/auth/signin/email", {
      method: "POST",
      body: new URLSearchParams(form),
    });
    if (codeRequest.status !== 200) throw new Error(`asking for a code failed with ${codeRequest.status}`);
    const query = new URLSearchParams({
      email,
      token: mail.codeFor(email),
      callbackUrl: "/",
      redirect: "true",
    });
    await this.fetch(`/api/auth/callback/email?${query}`);
    if (!this.cookies.has("cadastre_session")) throw new Error(`${email} was not signed in`);
    return this;
  }

  async query(procedure: string, input?: unknown): Promise<RpcResponse> {
    const query = input === undefined ? "" : `?${new URLSearchParams({ input: JSON.stringify(input) })}`;
    return answer(await this.fetch(`/api/trpc/${procedure}${query}`));
  }

  async mutate(
    procedure: string,
    input?: unknown,
    headers: Record<string, string> = {},
  ): Promise<RpcResponse> {
    const body = input === undefined ? {} : { body: JSON.stringify(input) };
    return answer(
      await this.fetch(`/api/trpc/${procedure}`, {
        method: "POST",
        ...body,
        headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
      }),
    );
  }
}

async function answer(response: Response): Promise<RpcResponse> {
  const body = (await response.json()) as {
    result?: { data?: unknown };
    error?: { message: string; data: { code: string; problems?: RpcResponse["problems"] } };
  };
  return {
    status: response.status,
    data: body.result?.data,
    code: body.error?.data.code,
    message: body.error?.message,
    problems: body.error?.data.problems ?? [],
  };
}
