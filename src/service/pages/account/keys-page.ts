import type { z } from 'zod'
import { html } from '../html.ts'
import { defaultPermissions, type Permission, permissions } from '../../accounts/permissions.ts'
import type { KeyAnswer, NewKeyAnswer } from '../../api/v1/key-shape.ts'
import type { Pagination } from '../../api/pagination.ts'
import type { Content, Page } from '../layout.ts'
import { shownDay } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'

type Key = z.output<typeof KeyAnswer>

/** What a key of these permissions is for, in words. */
const meaning: Readonly<Record<Permission, string>> = {
  'scans:write': 'submit and delete scans',
  'scans:read': 'read scans',
  'webhooks:write': 'manage webhooks',
  'account:write': 'make and revoke keys',
}

/** No key passes it on, and no page makes it. */
const offered = permissions.filter((permission) => permission !== 'account:write')

export interface KeysShown {
  readonly keys: readonly Key[]
  readonly pagination: Pagination
  /** The last sign-in is too long ago for making keys. */
  readonly isStale: boolean
  readonly now: Date
}

/** The keys of an account, and the form that makes one. */
export function keysPage(frame: AccountFrame, { keys, pagination, isStale, now }: KeysShown): Page {
  return accountPage(frame, 'API keys', [
    html`
      <section class="card">
        <h1>API keys</h1>
        <p class="lead">
          A key lets a program call the API as this account. Give each program its own, so that one can be revoked
          alone.
        </p>
      </section>
    `,
    isStale ? staleNotice(frame) : newKeyForm(frame),
    html`
      <section class="card">
        ${keys.length === 0 ? html`<h2>Keys</h2><p>There are none yet.</p>` : keyTable(frame, keys, now)}
        ${paging({ ...pagination, addressOf: (page) => `/account/keys?page=${page}` })}
      </section>
    `,
  ] as Content)
}

function staleNotice({ visitor }: AccountFrame): Content {
  return html`
    <section class="card warning">
      <h2>Make a key</h2>
      <p>You signed in more than an hour ago. A key outlives a session: sign in again to make one.</p>
      <p class="actions">
        <a class="button main"
          href=${visitor.person ? '/session/github?next=%2Faccount%2Fkeys' : '/login?next=%2Faccount%2Fkeys'}>
          Sign in again
        </a>
      </p>
    </section>
  ` as Content
}

function newKeyForm({ visitor }: AccountFrame): Content {
  return html`
    <section class="card">
      <h2>Make a key</h2>
      <form method="post" action="/account/keys">
        ${formToken(visitor)}
        <div class="row">
          <div class="field grow">
            <label for="name">Name, such as the pipeline that uses it</label>
            <input id="name" name="name" required maxlength="100" autocomplete="off" />
          </div>
          <div class="field">
            <label for="expires">Last day (UTC), if any</label>
            <input id="expires" name="expires" type="date" />
          </div>
        </div>
        <fieldset>
          <legend>It may</legend>
          ${offered.map(
            (permission) =>
              html`
                <label class="check">
                  <input
                    type="checkbox"
                    name="permission"
                    value=${permission}
                    checked=${defaultPermissions.includes(permission)}
                  />${' '}
                  <span><code>${permission}</code> ${meaning[permission]}</span>
                </label>
              `,
          )}
        </fieldset>
        <p class="actions"><button class="main">Make the key</button></p>
      </form>
    </section>
  ` as Content
}

function keyTable({ visitor }: AccountFrame, keys: readonly Key[], now: Date): Content {
  return html`
    <table class="blocks">
      <caption>Keys</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Begins with</th>
          <th scope="col">May</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <th scope="col"><span class="unseen">What can be done</span></th>
        </tr>
      </thead>
      <tbody>
        ${keys.map(
          (key) => html`
            <tr>
              <th scope="row">${visibleText(key.name)}</th>
              <td class="id" data-label="Begins with"><code class="id">mcp_${key.prefix}_</code></td>
              <td data-label="May">${key.permissions.join(', ')}</td>
              <td data-label="Made">${shownDay(new Date(key.createdAt))}</td>
              <td data-label="Last used">
                ${key.lastUsedAt === undefined ? 'never' : shownDay(new Date(key.lastUsedAt))}
              </td>
              <td data-label="State">${stateOf(key, now)}</td>
              <td>
                ${
                  isWorking(key, now) &&
                  html`
                    <form method="post" action=${`/account/keys/${key.keyId}/revoke`}>
                      ${formToken(visitor)}
                      <button aria-label=${`Revoke ${visibleText(key.name)}`}>Revoke</button>
                    </form>
                  `
                }
              </td>
            </tr>
          `,
        )}
      </tbody>
    </table>
  ` as Content
}

function isWorking({ revokedAt, expiresAt }: Key, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || new Date(expiresAt) > now)
}

function stateOf(key: Key, now: Date): Content {
  if (key.revokedAt !== undefined)
    return html`<span class="label calm">revoked</span> ${shownDay(new Date(key.revokedAt))}` as Content
  if (key.expiresAt === undefined) return html`<span class="label good">works</span>` as Content
  return html`
    <span class=${`label ${isWorking(key, now) ? 'good' : 'calm'}`}>${isWorking(key, now) ? 'works' : 'expired'}</span>
    ${' '}until ${shownDay(new Date(key.expiresAt))}
  ` as Content
}

/** The one page that shows a key. */
export function newKeyPage(frame: AccountFrame, { name, key, permissions: may }: z.output<typeof NewKeyAnswer>): Page {
  return accountPage(
    frame,
    'A new key',
    html`
      <section class="card said">
        <h1>The key ${visibleText(name)}</h1>
        <p>This is the whole key. It is shown this once and kept nowhere here: copy it to where it is used.</p>
        <pre class="secret" data-new-key tabindex="0">${key}</pre>
        <p class="quiet">
          It may ${may.map((permission) => meaning[permission]).join(', ')}. Send it
          as <code>Authorization: Bearer</code> or <code>X-API-Key</code>.
        </p>
        <p class="actions"><a class="button" href="/account/keys">Back to the keys</a></p>
      </section>
    ` as Content,
  )
}
