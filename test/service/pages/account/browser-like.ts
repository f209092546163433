import { setTimeout as pause } from 'node:timers/promises'
import { createLoginLink } from '../../../../src/service/accounts/login-link.ts'
import type { AccountContext } from '../../../../src/service/accounts/account-context.ts'

/** Public URL of the test service. */
export const origin = 'https://assay.example'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Cookies and forms of a browser, without the rest. */
export interface BrowserLike {
  readonly cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<Answer>
  /** Sends a form like a page of the service, by default with the form token of the page at `from`. */
  post(
    path: string,
    fields: Readonly<Record<string, string | readonly string[]>>,
    headers?: Record<string, string>,
  ): Promise<Answer>
  /** Returns the form token of this session, from the account page. */
  token(): Promise<string>
}

export function browserLike(address: string): BrowserLike {
  const cookies = new Map<string, string>()
  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: URLSearchParams,
  ): Promise<Answer> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address + path, {
      method,
      redirect: 'manual',
      headers: { ...(cookie !== '' && { cookie }), ...headers },
      ...(body && { body }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const browser: BrowserLike = {
    cookies,
    get: (path, headers = {}) => ask('GET', path, headers),
    post(path, fields, headers = { 'sec-fetch-site': 'same-origin' }) {
      const body = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) for (const each of [value].flat()) body.append(name, each)
      return ask('POST', path, headers, body)
    },
    async token() {
      const { text } = await browser.get('/account')
      return /name="token" value="([^"]+)"/.exec(text)?.[1] ?? ''
    },
  }
  return browser
}

/** Creates a browser that is signed in to an account by a link. */
export async function signedInByLink(
  context: AccountContext & { readonly address: string },
  accountId: string,
  now = new Date(),
): Promise<BrowserLike> {
  const browser = browserLike(context.address)
  const link = await createLoginLink(context, { accountId, publicUrl: origin, now })
  let { status } = await browser.post('/login', { link })
  // Tests that sign in often can exceed the limit of the network, which refills every second.
  for (let more = 0; status === 429 && more < 20; more += 1) {
    await pause(500)
    ;({ status } = await browser.post('/login', { link }))
  }
  if (status !== 303) throw new Error(`the sign-in failed with status ${status}`)
  return browser
}
