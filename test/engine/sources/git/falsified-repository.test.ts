import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { confineGit } from '../../../../src/engine/sources/git/confine-git.ts'
import { gitLimits } from '../../../../src/engine/sources/git/git-limits.ts'
import { openObjectReader } from '../../../../src/engine/sources/git/object-reader.ts'
import { createObjectStore, type ObjectStore } from '../../../../src/engine/sources/git/object-store.ts'
import { gitObject, writePack } from '../../../support/git-objects.ts'

const place = realpathSync(mkdtempSync(join(tmpdir(), 'assay-falsified-')))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const git = { temporaryFolder: place }
const { kind } = await confineGit({ ...git, limits: gitLimits })
const [own, secret] = [gitObject('blob', 'one'), gitObject('blob', 'secret of another account')]
const touched = join(place, 'touched')

async function storeWith(object: typeof own): Promise<ObjectStore> {
  const signal = AbortSignal.timeout(30_000)
  const store = await createObjectStore({ git, objectFormat: undefined, limits: gitLimits, signal })
  await store.takeIn(
    (async function* () {
      yield writePack([object])
    })(),
  )
  return store
}

/** What a compromised git leaves in its folder for the next start, given the folder of another scan. */
const falsifications: Readonly<Record<string, (folder: string, other: string) => void>> = {
  'objects of another repository': (folder, other) => {
    mkdirSync(join(folder, 'objects', 'info'))
    writeFileSync(join(folder, 'objects', 'info', 'alternates'), `${other}/objects\n`)
  },
  'a link to the objects of another repository': (folder, other) => {
    rmSync(join(folder, 'objects'), { recursive: true })
    symlinkSync(`${other}/objects`, join(folder, 'objects'))
  },
  'another common folder': (folder, other) => writeFileSync(join(folder, 'commondir'), `${other}\n`),
  'settings from a file of the machine': (folder) =>
    writeFileSync(join(folder, 'config'), '[core]\nbare = true\n[include]\npath = /etc/passwd\n'),
  'programs in its settings': (folder) =>
    writeFileSync(
      join(folder, 'config'),
      ['[core]', 'bare = true', `fsmonitor = touch ${touched}`, `sshCommand = touch ${touched}`]
        .concat(['[alias]', `cat-file = !touch ${touched}`, '[trace2]', `normalTarget = ${touched}`])
        .join('\n'),
    ),
  'a remote repository for missing objects': (folder) =>
    writeFileSync(
      join(folder, 'config'),
      ['[core]', 'bare = true', 'repositoryformatversion = 1', '[extensions]', 'partialClone = other']
        .concat(['[remote "other"]', 'promisor = true', `url = ext::touch ${touched}`])
        .join('\n'),
    ),
}

describe.runIf(kind === 'calls-and-files')('a repository that a compromised git has falsified', () => {
  it.each(Object.keys(falsifications))('with %s yields nothing from outside', async (name) => {
    await using other = await storeWith(secret)
    await using store = await storeWith(own)
    falsifications[name]?.(store.run.folder, other.run.folder)
    await using reader = openObjectReader(store.run)
    const contents: unknown[] = []
    try {
      for await (const object of reader.read([own.id, secret.id], 1_000))
        contents.push(object === 'missing' ? object : `${object.content}`)
    } catch (error) {
      contents.push(error instanceof Error && error.message)
    }
    expect(contents).not.toContain('secret of another account')
    expect(contents).toEqual(expect.arrayContaining([expect.stringMatching(/^(?:missing|sent objects)/)]))
    expect(existsSync(touched)).toBe(false)
  })
})
