import type { z } from 'zod'
import { type Content, html } from '../html.ts'
import { defaultPermissions, type Permission, permissions } from '../../accounts/permissions.ts'
import type { KeyAnswer, NewKeyAnswer } from '../../api/v1/key-shape.ts'
import type { Pagination } from '../../api/pagination.ts'
import type { Page } from '../layout.ts'
import { shownDay } from '../moment.ts'
import { paging } from '../parts/paging.ts'
import type { Tone } from '../parts/tones.ts'
import { visibleText } from '../visible-text.ts'
import { type AccountFrame, accountPage, formToken } from './account-frame.ts'
import { emptyState } from '../parts/empty-state.ts'

type Key = z.output<typeof KeyAnswer>

/** Description of each permission. */
const meaning: Readonly<Record<Permission, string>> = {
  'scans:write': 'submit and delete scans',
  'scans:read': 'read scans',
  'webhooks:write': 'manage webhooks',
  'account:write': 'create and revoke keys',
}

/** Time before expiration at which the page starts to show a warning: 14 days. */
const soonMs = 14 * 86_400_000

/** Permissions offered by the form. Only the CLI can grant `account:write`. */
const offeredPermissions = permissions.filter((permission) => permission !== 'account:write')

export interface KeysShown {
  readonly keys: readonly Key[]
  readonly pagination: Pagination
  /** True if the last sign-in is too old to create keys. */
  readonly isStale: boolean
  readonly now: Date
}

/** Returns the page with an account's keys and the form that creates one. */
export function keysPage(frame: AccountFrame, { keys, pagination, isStale, now }: KeysShown): Page {
  return accountPage(frame, 'API keys', [
    html`
      <section class="card">
        <h1>API keys</h1>
        <p class="lead">
          An API key lets a program call the API as this account. Create one key per program, so that you can revoke
          each key separately.
        </p>
        ${keys.length === 0 ? nothingListed(pagination) : keyTable(frame, keys, now)}
        ${paging({ ...pagination, addressOf: (page) => `/account/keys?page=${page}` })}
      </section>
    `,
    isStale ? staleNotice(frame) : newKeyForm(frame),
  ])
}

function nothingListed({ total }: Pagination): Content {
  if (total > 0) return html`<p>This page of the list is empty.</p>`
  return emptyState({
    icon: 'key',
    title: 'No keys yet',
    text: html`
      Create one below, and send it with each request. The <a href="/docs/api">API reference</a> lists the endpoints.
    `,
  })
}

function staleNotice({ visitor }: AccountFrame): Content {
  return html`
    <section class="card warning">
      <h2>Create a key</h2>
      <p>You signed in more than one hour ago. To create a key, sign in again.</p>
      <p class="actions">
        <a class="button main"
          href=${visitor.person ? '/session/github?next=%2Faccount%2Fkeys' : '/login?next=%2Faccount%2Fkeys'}>
          Sign in again
        </a>
      </p>
    </section>
  `
}

function newKeyForm({ visitor }: AccountFrame): Content {
  return html`
    <section class="card">
      <h2>Create a key</h2>
      <form method="post" action="/account/keys">
        ${formToken(visitor)}
        <div class="row">
          <div class="field grow">
            <label for="name">Name, for example the pipeline that uses the key</label>
            <input id="name" name="name" required maxlength="100" autocomplete="off" />
          </div>
          <div class="field">
            <label for="expires">Last valid day (UTC), optional</label>
            <input id="expires" name="expires" type="date" />
          </div>
        </div>
        <fieldset>
          <legend>Permissions</legend>
          ${offeredPermissions.map(
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
        <p class="actions"><button class="main">Create key</button></p>
      </form>
    </section>
  `
}

function keyTable({ visitor }: AccountFrame, keys: readonly Key[], now: Date): Content {
  return html`
    <table class="blocks">
      <caption class="unseen">Keys, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Prefix</th>
          <th scope="col">Permissions</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Status</th>
          <th scope="col"><span class="unseen">Actions</span></th>
        </tr>
      </thead>
      <tbody>
        ${keys.map(
          (key) => html`
            <tr>
              <th scope="row">${visibleText(key.name)}</th>
              <td class="id" data-label="Prefix"><code class="id">mcp_${key.prefix}_</code></td>
              <td data-label="Permissions">${key.permissions.join(', ')}</td>
              <td data-label="Created">${shownDay(new Date(key.createdAt))}</td>
              <td data-label="Last used">
                ${key.lastUsedAt === undefined ? 'never' : shownDay(new Date(key.lastUsedAt))}
              </td>
              <td data-label="Status">${stateOf(key, now)}</td>
              <td>
                ${
                  isActive(key, now) &&
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
  `
}

function isActive({ revokedAt, expiresAt }: Key, now: Date): boolean {
  return revokedAt === undefined && (expiresAt === undefined || new Date(expiresAt) > now)
}

function stateOf(key: Key, now: Date): Content {
  if (key.revokedAt !== undefined) return state('calm', 'revoked', `on ${shownDay(new Date(key.revokedAt))}`)
  if (key.expiresAt === undefined) return state('good', 'active', 'does not expire')
  const expiresAt = new Date(key.expiresAt)
  if (!isActive(key, now)) return state('calm', 'expired', `on ${shownDay(expiresAt)}`)
  const isSoon = expiresAt.getTime() - now.getTime() < soonMs
  return state(isSoon ? 'fair' : 'good', isSoon ? 'expires soon' : 'active', `until ${shownDay(expiresAt)}`)
}

function state(tone: Tone, title: string, detail: string): Content {
  return html`<span class=${`label ${tone}`}>${title}</span> ${detail}`
}

/** Returns the page that shows a new key. No other page shows it. */
export function newKeyPage(
  frame: AccountFrame,
  { name, key, permissions: granted }: z.output<typeof NewKeyAnswer>,
): Page {
  return accountPage(
    frame,
    'New API key',
    html`
      <section class="card said">
        <h1>New API key: ${visibleText(name)}</h1>
        <p>Copy the key now. Assay does not store it and cannot show it again.</p>
        <pre class="secret" data-new-key tabindex="0">${key}</pre>
        <p class="quiet">
          Permissions: ${granted.map((permission) => meaning[permission]).join(', ')}. Send the key in
          the <code>Authorization: Bearer</code> or <code>X-API-Key</code> header.
        </p>
        <p class="actions"><a class="button" href="/account/keys">Back to API keys</a></p>
      </section>
    `,
  )
}
