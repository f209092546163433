import { describe, expect, it } from 'vitest'
import { permissions } from '../../../src/service/accounts/permissions.ts'
import { slugLimits } from '../../../src/service/registry/slug-limits.ts'
import { subscriptionLimits } from '../../../src/service/webhooks/subscription-limits.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const anna = await api.account('anna', permissions)
const bert = await api.account('bert', permissions)
const pathOf = (slug: string) => `/api/v1/servers/${slug}/watch`

async function watchedBy({ call }: typeof anna): Promise<string[]> {
  const { json } = await call('GET', '/api/v1/account/watches?limit=100')
  return (json.data.watches as { slug: string }[]).map(({ slug }) => slug)
}

describe('watches', () => {
  it('are kept once, although the registry does not have the server, and listed newest first', async () => {
    const first = await anna.call('PUT', pathOf('npm-mkdirp'))
    expect([first.status, first.json.data]).toEqual([200, { slug: 'npm-mkdirp', createdAt: expect.any(String) }])
    await anna.call('PUT', pathOf('github-owner-repository'))
    expect((await anna.call('PUT', pathOf('npm-mkdirp'))).json.data).toEqual(first.json.data)
    expect(await watchedBy(anna)).toEqual(['github-owner-repository', 'npm-mkdirp'])
  })

  it('are the account’s own: another one neither sees nor ends them', async () => {
    await anna.call('PUT', pathOf('pypi-mine'))
    expect(await watchedBy(bert)).toEqual([])
    expect((await bert.call('DELETE', pathOf('pypi-mine'))).status).toBe(404)
    await bert.call('PUT', pathOf('pypi-mine'))
    expect((await bert.call('DELETE', pathOf('pypi-mine'))).status).toBe(200)
    expect(await watchedBy(anna)).toContain('pypi-mine')
  })

  it('end once', async () => {
    await anna.call('PUT', pathOf('npm-to-go'))
    expect((await anna.call('DELETE', pathOf('npm-to-go'))).json.data).toMatchObject({ slug: 'npm-to-go' })
    expect((await anna.call('DELETE', pathOf('npm-to-go'))).json.error.code).toBe('NOT_FOUND')
    expect(await watchedBy(anna)).not.toContain('npm-to-go')
  })

  it.each([
    'npm-a',
    'pypi-a--b',
    'github-o-r-a1b2c3d4',
    'gitlab-g-s-r',
    'bitbucket-o-r',
    'codeberg-o-r',
    'git-git-example-org-r',
  ])('take the slug %s', async (slug) => {
    expect((await bert.call('PUT', pathOf(slug))).status).toBe(200)
  })

  it.each([
    'npm',
    'npm-',
    'npm-A',
    'cargo-a',
    'npm-a.b',
    'npm-a_b',
    'npm-%00',
    'npm-ä',
    `npm-${'x'.repeat(slugLimits.maxCharacters)}`,
  ])('refuse %j as no slug', async (slug) => {
    for (const method of ['PUT', 'DELETE']) {
      const { status, json } = await bert.call(method, pathOf(encodeURIComponent(slug)))
      expect([status, json.error.details[0]?.path]).toEqual([400, 'params.slug'])
    }
  })

  it('are as many as an account may have', async () => {
    const many = await api.account('many', permissions)
    await api.sql`insert into server_watches (account_id, slug) select ${many.accountId}, 'npm-' || number
      from generate_series(1, ${subscriptionLimits.maxWatches - 1}) number`
    const answers = await Promise.all(['npm-a', 'npm-b', 'npm-c'].map((slug) => many.call('PUT', pathOf(slug))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await many.call('PUT', pathOf('npm-1'))).status).toBe(200)
    const { json } = await many.call('GET', '/api/v1/account/watches?page=2')
    expect(json.data.pagination).toEqual({ page: 2, limit: 50, total: 1_000, totalPages: 20 })
  })

  it('are changed with webhooks:write and listed with scans:read', async () => {
    const reader = await api.account('reader', ['scans:read'])
    expect((await reader.call('GET', '/api/v1/account/watches')).status).toBe(200)
    expect((await reader.call('PUT', pathOf('npm-a'))).json.error.message).toContain('webhooks:write')
    const writer = await api.account('writer', ['webhooks:write'])
    expect((await writer.call('PUT', pathOf('npm-a'))).status).toBe(200)
    expect((await writer.call('GET', '/api/v1/account/watches')).json.error.message).toContain('scans:read')
  })
})
