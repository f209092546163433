import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Files } from '../../../support/git-objects.ts'
import { installedApp, projectWith } from './installed-app.ts'

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

const { 'package.json': manifest, 'package-lock.json': lockfile } = projectWith({ fine: '3.0.0' }) as {
  'package.json': string
  'package-lock.json': string
}
const server = 'export const run = (name) => name\n'
const injected = 'import { exec } from "node:child_process"\nexport const run = (name) => exec(`ping ${name}`)\n'
/** Nested too deeply for any parser. */
const nested = `${injected}export const deep = ${'['.repeat(200_000)}${']'.repeat(200_000)}\n`
const base: Files = { 'package.json': manifest, 'package-lock.json': lockfile, src: { 'run.js': server } }

/** Returns the check of a pull request that changes the base to these files. */
async function checkOf(name: string, files: Files, before: Files = base) {
  const repository = app.repository(name)
  const baseSha = repository.git.commit(before)
  const head = repository.git.commit(files, { refs: ['refs/heads/feature'], parents: [baseSha] })
  app.compare(repository, baseSha, head)
  await app.sendPullRequest(repository, { head, base: baseSha })
  return app.run(head, undefined, 100_000)
}

describe('a change that makes something unreadable', { timeout: 120_000 }, () => {
  it('fails with the file that cannot be parsed any more', async () => {
    const { conclusion, output } = await checkOf('nested', { ...base, src: { 'run.js': nested } })
    expect({ conclusion, title: output.title }).toEqual({
      conclusion: 'failure',
      title: expect.stringContaining('src/run.js is no longer readable'),
    })
    expect(output.summary).toContain('Assay could read it in the base')
  })

  it('fails when the file is renamed too', async () => {
    const { conclusion, output } = await checkOf('renamed', { ...base, src: { 'exec.js': nested } })
    expect(conclusion).toBe('failure')
    expect(output.summary).toContain('The change removes src/run.js')
  })

  it('fails without the lockfile that the manifest needs', async () => {
    const { conclusion, output } = await checkOf('unlocked', {
      'package.json': manifest.replace('"3.0.0"', '"^3.0.0"'),
      src: { 'run.js': server },
    })
    expect(conclusion).toBe('failure')
    expect(output.summary).toContain('package-lock.json is gone or no longer covers package.json')
  })

  it('fails with a lockfile that is none any more, and with one that names nothing', async () => {
    expect(await checkOf('broken-lockfile', { ...base, 'package-lock.json': '[' })).toMatchObject({
      conclusion: 'failure',
      output: { title: expect.stringContaining('package-lock.json is no longer readable') },
    })
    expect(
      await checkOf('empty-lockfile', {
        ...base,
        'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages: {} }),
      }),
    ).toMatchObject({ conclusion: 'failure', output: { summary: expect.stringContaining('no longer lists fine') } })
  })

  it('fails with a file that is a pointer of Git LFS, too large, or a script of no known interpreter', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`
    expect((await checkOf('lfs-pointer', { ...base, src: { 'run.js': pointer } })).conclusion).toBe('failure')
    expect(
      (await checkOf('too-large', { ...base, src: { 'run.js': `${server}//${'x'.repeat(6 * 1024 * 1024)}` } }))
        .conclusion,
    ).toBe('failure')
    expect(
      (
        await checkOf(
          'shebang',
          { ...base, bin: { run: `#!/bin/sh\n${server}` } },
          { ...base, bin: { run: `#!/usr/bin/env node\n${server}` } },
        )
      ).conclusion,
    ).toBe('failure')
  })
})

describe('a change that hides nothing', { timeout: 120_000 }, () => {
  it('stays neutral with a new file that cannot be read', async () => {
    expect((await checkOf('new-file', { ...base, src: { 'run.js': server, 'new.js': nested } })).conclusion).toBe(
      'neutral',
    )
  })

  it('stays neutral where the base could not read the file either', async () => {
    expect(
      (
        await checkOf(
          'both',
          { ...base, src: { 'run.js': `${nested}// more\n` } },
          { ...base, src: { 'run.js': nested } },
        )
      ).conclusion,
    ).toBe('neutral')
  })

  it('succeeds when it removes a project with its lockfile, or files', async () => {
    expect((await checkOf('removed', { src: { 'run.js': server } })).conclusion).toBe('success')
    expect((await checkOf('fewer', { ...base, src: { 'other.js': server } })).conclusion).toBe('success')
  })
})
