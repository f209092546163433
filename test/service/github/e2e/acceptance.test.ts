import { describe, expect, it } from 'vitest'
import { isIdOf, shortId } from '../../../../src/engine/model/short-id.ts'
import { githubAppLimits } from '../../../../src/service/github/github-app-limits.ts'
import { removeRepositories } from '../../../../src/service/github/remove-repositories.ts'
import { tidyGithub } from '../../../../src/service/github/tidy-github.ts'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { acceptanceCommand } from '../../../../src/service/github/checks/acceptance-command.ts'
import { startChecks } from './sequences/started-checks.ts'

const { db, github, sql, newWorld } = await startChecks('2026-07-01T00:00:00Z')

const flaw = 'aaaabbbbccccdddd0000111122223333'
const id = 'aaaabbbbcccc'
const author = { id: 5, login: 'author', type: 'User' }
const reviewer = { id: 6, login: 'reviewer', type: 'User' }
let nextComment = 1

/** A pull request that fails because of one finding, in a repository whose base branch has these settings. */
async function failing(settings = 'accept: {comments: true}\n') {
  const world = newWorld()
  const { at, commit, branch, pull, tell, deliver, settle, conclusion, runs } = world
  const main = commit([])
  const head = commit([main], [flaw])
  branch('main', main)
  at.files.set('main:.github/assay.yml', settings)
  at.people
    .set('reviewer', { id: reviewer.id, permission: 'write' })
    .set('author', { id: author.id, permission: 'write' })
    .set('reader', { id: 7, permission: 'read' })
    .set('helper[bot]', { id: 9, permission: 'write' })
  const opened = pull(1, head, 'main')
  await tell('opened', opened)
  await settle({ minutes: 1 })
  expect(conclusion(head)).toBe('failure')
  const commentId = nextComment++
  const comment = async (body: string, parts: { user?: typeof author; [part: string]: unknown } = {}) => {
    const { user = reviewer, sender = user, action = 'created', changes, number = 1, commentId: given, ...more } = parts
    await deliver('issue_comment', {
      action,
      issue: { number, user: author, pull_request: {} },
      comment: {
        id: given ?? commentId,
        body,
        user,
        created_at: '2026-07-01T00:10:00Z',
        updated_at: '2026-07-01T00:10:00Z',
        ...more,
      },
      ...(changes !== undefined && { changes }),
      sender,
    })
    await settle({ minutes: 1 })
    return conclusion(head)
  }
  const summary = () => runs(head).at(-1)?.output.summary ?? ''
  const audit = async () => [
    ...(await sql`select actor, action, subject from account_audit audit join accounts on accounts.id = audit.account_id
      where accounts.id = (select account_id from github_repositories where repository_id = ${at.id})
      order by number`),
  ]
  return { ...world, main, head, opened, comment, summary, audit, accept: `assay: accept ${id} tested by hand` }
}

describe('a comment that accepts a finding', () => {
  it('passes the check, names the person, and is in the audit log', async () => {
    const { comment, accept, summary, audit, at, runs, head } = await failing()
    expect(summary()).toContain(`\`assay: accept ${id} REASON\``)
    expect(await comment(accept)).toBe('success')
    expect(runs(head)).toHaveLength(2)
    expect(summary()).toContain('reviewer')
    expect(summary()).toContain('tested by hand')
    expect(summary()).toContain('until 2026-09-29')
    expect(await audit()).toEqual([
      {
        actor: 'GitHub user reviewer',
        action: 'accept-finding',
        subject: `${at.owner.login}/${at.name}#1 ${id}: tested by hand`,
      },
    ])
  })

  it('applies to later commits of the pull request, until it expires', async () => {
    const { comment, accept, commit, head, opened, tell, settle, conclusion, clock, deliver } = await failing(
      'accept: {comments: true, days: 2}\n',
    )
    await comment(accept)
    const next = commit([head], [flaw])
    await tell('synchronize', opened, { headSha: next.sha })
    await settle({ minutes: 1 })
    expect(conclusion(next)).toBe('success')
    clock(3 * 24 * 60 * 60_000)
    await deliver('check_run', {
      action: 'rerequested',
      check_run: { head_sha: next.sha, app: { id: Number(github.appId) }, pull_requests: [] },
    })
    await settle({ minutes: 1 })
    expect(conclusion(next)).toBe('failure')
  })

  it('applies in the merge queue of the base, and not in another pull request', async () => {
    const { comment, accept, commit, main, pull, tell, deliver, settle, conclusion } = await failing()
    await comment(accept)
    const [group, other] = [commit([main], [flaw]), commit([main], [flaw])]
    await deliver('merge_group', {
      action: 'checks_requested',
      merge_group: { head_sha: group.sha, base_sha: main.sha, base_ref: 'refs/heads/main' },
    })
    await tell('opened', pull(2, other, 'main'))
    await settle({ minutes: 2 })
    expect([conclusion(group), conclusion(other)]).toEqual(['success', 'failure'])
  })

  it('of the author counts only if the base branch allows it', async () => {
    const strict = await failing()
    expect(await strict.comment(strict.accept, { user: author })).toBe('failure')
    const lenient = await failing('accept: {comments: true, byAuthor: true}\n')
    expect(await lenient.comment(lenient.accept, { user: author })).toBe('success')
  })

  it('accepts nothing if another commit of the pull request has another finding with the short ID', async () => {
    const { comment, accept, commit, head, opened, tell, settle, conclusion } = await failing()
    const other = `${id}9999000011112222333`
    const next = commit([head], [other])
    await tell('synchronize', opened, { headSha: next.sha })
    await settle({ minutes: 1 })
    await comment(accept)
    expect(conclusion(next)).toBe('failure')
    await comment(accept.replace(id, other), { commentId: nextComment++ })
    expect(conclusion(next)).toBe('success')
  })

  it('does not apply after the pull request gets another base, whose settings are stricter', async () => {
    const { comment, accept, at, main, head, branch, opened, tell, settle, conclusion } = await failing()
    branch('own', main)
    at.files.set('own:.github/assay.yml', 'accept: {comments: true, byAuthor: true}\n')
    const retarget = async (from: string, to: string, minute: number) => {
      const updatedAt = { updated_at: `2026-07-01T00:${minute}:00Z` }
      await tell('edited', opened, { baseRef: to, ...updatedAt }, { changes: { base: { ref: { from } } } })
      await settle({ minutes: 2 })
      return conclusion(head)
    }
    expect(await retarget('main', 'own', 20)).toBe('failure')
    expect(await comment(accept, { user: author })).toBe('success')
    expect(await retarget('own', 'main', 30)).toBe('failure')
  })

  it.each([
    ['without write access', { user: { id: 7, login: 'reader', type: 'User' } }],
    ['who is unknown to the repository', { user: { id: 8, login: 'stranger', type: 'User' } }],
    ['who is a bot', { user: { id: 9, login: 'helper[bot]', type: 'Bot' } }],
    ['whose comment another account sent', { sender: { id: 9, login: 'helper[bot]', type: 'Bot' } }],
    ['whose comment was edited before the event', { updated_at: '2026-07-01T00:11:00Z' }],
  ])('has no effect from a person %s', async (_who, parts) => {
    const { comment, accept, audit } = await failing()
    expect(await comment(accept, parts)).toBe('failure')
    expect(await audit()).toEqual([])
  })

  it('has no effect from a person whose login belongs to another person with write access by now', async () => {
    const { comment, accept, at, audit } = await failing()
    at.people.set('reviewer', { id: 66, permission: 'admin' })
    expect(await comment(accept)).toBe('failure')
    expect(await audit()).toEqual([])
  })

  it('outlives the check in which it was made', async () => {
    const { comment, accept, at, commit, head, opened, tell, settle, conclusion } = await failing()
    await comment(accept)
    await sql`delete from github_checks where repository_id = ${at.id}`
    const next = commit([head], [flaw])
    await tell('synchronize', opened, { headSha: next.sha })
    await settle({ minutes: 1 })
    expect(conclusion(next)).toBe('success')
  })

  it.each([
    ['public', false, 'success'],
    ['private', true, 'failure'],
  ])('applies again if a %s repository returns: %s, %s', async (_what, isPrivate, expected) => {
    const { comment, accept, at, commit, head, opened, tell, deliver, settle, conclusion } = await failing()
    await comment(accept)
    await sql`update github_repositories set is_private = ${isPrivate} where repository_id = ${at.id}`
    const installation = { id: at.id, account: at.owner }
    const listed = [{ id: at.id, name: at.name, private: isPrivate }]
    await deliver('installation_repositories', {
      action: 'removed',
      installation,
      repositories_added: [],
      repositories_removed: listed,
    })
    await settle({ minutes: 1 })
    expect(await sql`select 1 from github_checks where repository_id = ${at.id}`).toHaveLength(0)
    expect(
      await sql`select 1 from github_acceptances where repository_id = ${at.id} and reason is not null`,
    ).toHaveLength(isPrivate ? 0 : 1)
    await deliver('installation_repositories', {
      action: 'added',
      installation,
      repositories_added: listed,
      repositories_removed: [],
    })
    const next = commit([head], [flaw])
    await tell('synchronize', opened, { headSha: next.sha })
    await settle({ minutes: 1 })
    expect(conclusion(next)).toBe(expected)
  })

  it('does not apply if it was made while the repository belonged to another account', async () => {
    const { comment, accept, at, context, commit, head, opened, tell, settle, conclusion } = await failing()
    await comment(accept)
    const account = await createAccount(
      { db, masterKey: context.masterKey },
      { name: `owner before ${at.id}`, plan: 'free' },
    )
    await sql`update github_acceptances set account_id = ${account?.id ?? ''} where repository_id = ${at.id}`
    const next = commit([head], [flaw])
    await tell('synchronize', opened, { headSha: next.sha })
    await settle({ minutes: 1 })
    expect(conclusion(next)).toBe('failure')
  })

  it('is forgotten with the account from which the repository moved, and not with another one', async () => {
    const { comment, accept, at, context } = await failing()
    await comment(accept)
    const [before, other] = await Promise.all(
      ['moved from', 'never of'].map((name) =>
        createAccount({ db, masterKey: context.masterKey }, { name: `${name} ${at.id}`, plan: 'free' }),
      ),
    )
    await sql`update github_acceptances set account_id = ${before?.id ?? ''} where repository_id = ${at.id}`
    const left = async (account: typeof before) => {
      await removeRepositories(
        context,
        {
          accountId: account?.id ?? '',
          installationId: at.id + 1_000_000,
          repositoryIds: [at.id],
          reason: 'the app was removed',
        },
        { signal: new AbortController().signal },
      )
      return sql`select reason from github_acceptances where repository_id = ${at.id} and reason is not null`
    }
    expect(await left(other)).toHaveLength(1)
    expect(await left(before)).toHaveLength(0)
  })

  it.each([
    ['no reason', `assay: accept ${id}`],
    ['an unknown ID', 'assay: accept 999999999999 tested by hand'],
    ['a short ID', 'assay: accept aaaa tested by hand'],
    ['another first line', `Thanks!\nassay: accept ${id} tested by hand`],
    ['a quotation', `> assay: accept ${id} tested by hand`],
  ])('has no effect with %s', async (_what, body) => {
    const { comment } = await failing()
    expect(await comment(body)).toBe('failure')
  })

  it('has no effect if the settings of the base branch do not allow it', async () => {
    expect((await failing('failOn: high\n')).summary()).not.toContain('assay: accept')
    for (const settings of ['failOn: high\n', 'accept: {byAuthor: true}\n', 'accept: {comments: yes}\n']) {
      const { comment, accept } = await failing(settings)
      expect(await comment(accept), settings).toBe('failure')
    }
  })

  it('loses its effect when it is edited or deleted, and a repeated event does not restore it', async () => {
    for (const action of ['edited', 'deleted']) {
      const { comment, accept, audit } = await failing()
      expect(await comment(accept)).toBe('success')
      expect(await comment(accept)).toBe('success')
      const changes = { body: { from: accept } }
      expect(await comment(action === 'edited' ? 'never mind' : accept, { action, changes })).toBe('failure')
      expect(await comment(accept)).toBe('failure')
      expect((await audit()).map((entry) => entry['action'])).toEqual(['accept-finding', 'withdraw-acceptance'])
      expect(await comment(accept, { commentId: nextComment++ })).toBe('success')
    }
  })

  it('that is deleted before its event arrives has no effect', async () => {
    const { comment, accept } = await failing()
    await comment(accept, { action: 'deleted' })
    expect(await comment(accept)).toBe('failure')
  })

  it('stores nothing of other comments', async () => {
    const { comment } = await failing()
    await comment('The password is hunter2')
    await comment('Changed my mind', { action: 'edited', changes: { body: { from: 'hunter2' } } })
    expect((await sql`select 1 from github_deliveries where payload::text like '%hunter2%'`).length).toBe(0)
    expect((await sql`select 1 from github_acceptances where comment_id = ${nextComment - 1}`).length).toBe(0)
  })

  it('is deleted after it expired, like the mark of a comment, and a repeated event restores neither', async () => {
    const { comment, accept, at, clock } = await failing('accept: {comments: true, days: 40}\n')
    const stored = async () =>
      (await sql`select comment_id from github_acceptances where repository_id = ${at.id} order by comment_id`).length
    const tidyAfter = async (days: number) => {
      clock(days * 86_400_000)
      return tidyGithub(db, new Date())
    }
    const now = new Date().toISOString()
    const first = { created_at: now, updated_at: now }
    const second = { ...first, commentId: nextComment++ }
    await comment(accept, first)
    await comment(accept, second)
    await comment('never mind', { ...second, action: 'edited', changes: { body: { from: accept } } })
    await tidyAfter(githubAppLimits.acceptanceMarkDays - 1)
    expect(await stored()).toBe(2)
    await tidyAfter(1.5)
    expect(await stored()).toBe(1)
    await comment(accept, second)
    expect(await stored()).toBe(1)
    await tidyAfter(11)
    expect(await stored()).toBe(0)
  })
})

describe('the ID of a finding', () => {
  it('is short, and keeps equal findings apart', () => {
    expect([shortId(flaw), shortId(`${flaw}:2`)]).toEqual([id, `${id}:2`])
    expect([isIdOf(id, flaw), isIdOf(flaw, flaw), isIdOf(id, `${flaw}:2`), isIdOf(`${id}:2`, `${flaw}:2`)]).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('is read with and without marks', () => {
    for (const line of [`assay: accept ${id} why not`, `Assay: ACCEPT \`${id.toUpperCase()}\`  why not `])
      expect(acceptanceCommand(line)).toEqual({ id, reason: 'why not' })
  })
})
