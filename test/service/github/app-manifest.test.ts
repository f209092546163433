import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { githubEvents } from '../../../src/service/github/catalogue.ts'
import { appDescription, appManifest, manifestAction, subscribedEvents } from '../../../src/service/github/manifest.ts'
import { whyUnreachable } from '../../../src/service/github/manifest-reach.ts'
import {
  optionalSubscriptionRights,
  registeredPermissions,
  subscriptionRights,
  tokenRights,
} from '../../../src/service/github/permissions.ts'

const published: Record<string, unknown> = parse(readFileSync('app.yml', 'utf8'))
const manifest = appManifest('https://assay.example')
const strength = { read: 1, write: 2 }

describe('app.yml', () => {
  it('says what the page at /github/setup sends to GitHub, but for where that sends people back', () => {
    const { redirect_url: _back, name: _name, ...sent } = manifest
    const { name, ...said } = published
    expect(said).toEqual(sent)
    expect(name).toBe('Assay')
    expect(said['description']).toBe(appDescription)
  })

  it('subscribes to every event that is heard, but to none that GitHub sends to every app', () => {
    const sentToAll = ['installation', 'installation_repositories', 'marketplace_purchase']
    expect(githubEvents.map(({ event }) => event)).toEqual(expect.arrayContaining(sentToAll))
    expect(published['default_events']).toEqual(
      githubEvents
        .map(({ event }) => event)
        .filter((event) => !sentToAll.includes(event) && !(event in optionalSubscriptionRights)),
    )
  })

  it('asks for no permission of an optional event', () => {
    const asked = registeredPermissions(subscribedEvents)
    expect(Object.keys(optionalSubscriptionRights)).toEqual(['issue_comment'])
    for (const [event, rights] of Object.entries(optionalSubscriptionRights)) {
      expect(subscribedEvents).not.toContain(event)
      for (const name of Object.keys(rights)) expect(asked).not.toHaveProperty(name)
    }
  })

  it('asks for what tokens and subscriptions need, and for nothing else', () => {
    const needed = [
      tokenRights.readContents,
      tokenRights.tellChecks,
      ...subscribedEvents.map((event) => subscriptionRights[event] ?? {}),
    ].flatMap((rights) => Object.entries(rights))
    const asked = registeredPermissions(subscribedEvents)
    for (const [name, right] of needed)
      expect(strength[asked[name] ?? 'read'], name).toBeGreaterThanOrEqual(strength[right as 'read' | 'write'])
    expect(Object.keys(asked)).toEqual([...new Set(needed.map(([name]) => name))].toSorted())
    expect(asked).not.toHaveProperty('security_events')
    expect(Object.entries(asked).filter(([, right]) => right === 'write')).toEqual([['checks', 'write']])
  })
})

describe('the documentation', () => {
  const document = readFileSync('docs/reference/github-app.md', 'utf8')
  const rows = [...document.matchAll(/^\| `(\w+): (read|write)` \| (.*) \|$/gm)].map(
    ([, name = '', right = '', purpose = '']) => ({ name, right, purpose }),
  )
  const isOptional = ({ purpose }: (typeof rows)[number]) => purpose.includes('only if you add it')
  const asPairs = (listed: typeof rows) => listed.map(({ name, right }) => `${name}: ${right}`).toSorted()
  const pairsOf = (rights: object) => Object.entries(rights).map(([name, right]) => `${name}: ${String(right)}`)

  it('lists the permissions of the registration, which do not grow', () => {
    expect(asPairs(rows.filter((row) => !isOptional(row)))).toEqual(pairsOf(manifest.default_permissions))
    expect(pairsOf(manifest.default_permissions)).toEqual([
      'checks: write',
      'contents: read',
      'merge_queues: read',
      'metadata: read',
      'pull_requests: read',
    ])
  })

  it('lists every other permission that a token or an event needs, with its feature', () => {
    const registered = pairsOf(manifest.default_permissions)
    const needed = [...Object.values(tokenRights), ...Object.values(optionalSubscriptionRights)].flatMap(pairsOf)
    const optional = needed.filter((pair) => !registered.includes(pair))
    expect(asPairs(rows.filter(isOptional))).toEqual([...new Set(optional)].toSorted())
    for (const { name, purpose } of rows.filter(isOptional)) {
      const anchor = /\]\(#([\w-]+)\)/.exec(purpose)?.[1] ?? ''
      const sections = document.split(/^## /m)
      const section = sections.find((text) => text.split('\n')[0]?.toLowerCase().replaceAll(' ', '-') === anchor)
      expect(section?.toLowerCase().replaceAll(' ', '_'), name).toContain(name)
      expect(section, name).toContain('GitHub asks the owners of')
    }
  })

  it('lists the events that are handled', () => {
    for (const { event } of githubEvents) expect(document).toContain(`\`${event}\``)
    for (const event of Object.keys(optionalSubscriptionRights))
      expect(document).toMatch(new RegExp(`\\| \`${event}\`[^|]*if you subscribe to it`))
  })
})

describe('tokens', () => {
  it('get their permissions from one place', () => {
    const literal = globSync('src/**/*.ts').filter(
      (path) =>
        path !== 'src/service/github/permissions.ts' &&
        /\b(?:contents|checks|security_events|pull_requests|merge_queues): '(?:read|write)'/.test(
          readFileSync(path, 'utf8'),
        ),
    )
    expect(literal).toEqual([])
  })
})

describe('a manifest', () => {
  it('has a name that GitHub takes', () => {
    expect(manifest.name).toBe('Assay assay.example')
    expect(appManifest(`https://${'long-'.repeat(10)}name.example`).name).toHaveLength(34)
  })

  it.each([
    ['github.com', undefined, 'https://github.com/settings/apps/new?state=a%2Bb'],
    ['ghe.example:8443', 'acme', 'https://ghe.example:8443/organizations/acme/settings/apps/new?state=a%2Bb'],
  ])('goes to %s for %s', (host, organization, address) => {
    expect(manifestAction(host, { organization, state: 'a+b' })).toBe(address)
  })

  it.each([
    ['https://assay.example', undefined],
    ['https://8.8.8.8', undefined],
    ['http://assay.example', /does not use https/],
    ['https://127.0.0.1:3000', /not a public address/],
    ['https://[::1]', /not a public address/],
    ['https://10.2.3.4', /not a public address/],
    ['https://localhost', /not a public host name/],
    ['https://assay.internal', /not a public host name/],
    ['https://assay', /not a public host name/],
    ['https://milan', /not a public host name/],
    ['https://assay.milan', undefined],
  ])('for %s is reachable or not, and says why', (publicUrl, why) => {
    const said = whyUnreachable(publicUrl)
    if (why === undefined) expect(said).toBeUndefined()
    else expect(said).toMatch(why)
  })
})
