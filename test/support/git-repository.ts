import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { commitObject, type Files, type GitObject, objectsOf, tagObject } from './git-objects.ts'

/** A folder of bare repositories for `startGitServer`. */
export interface GitRepositories extends Disposable {
  readonly folder: string
  /** Creates an empty repository. */
  create(name: string, options?: { readonly head?: string }): GitRepository
}

/** A bare repository with loose objects. */
export interface GitRepository {
  /** Stores a commit and points refs to it. */
  commit(
    files: Files,
    options?: {
      readonly refs?: readonly string[]
      readonly parents?: readonly string[]
      readonly seconds?: number
      readonly message?: string
    },
  ): string
  /** Stores an annotated tag. */
  tag(name: string, commit: string): string
  ref(name: string, id: string): void
  /** Writes many refs at once. */
  packedRefs(refs: Iterable<readonly [name: string, id: string]>): void
}

export function gitRepositories(): GitRepositories {
  const folder = mkdtempSync(join(tmpdir(), 'git-repositories-'))
  return {
    folder,
    create: (name, { head = 'refs/heads/main' } = {}) => repositoryIn(join(folder, name), head),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function repositoryIn(folder: string, head: string): GitRepository {
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const store = ({ type, content, id }: GitObject) =>
    write(
      `objects/${id.slice(0, 2)}/${id.slice(2)}`,
      deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])),
    )
  const commits = new Map<string, GitObject>()
  write('HEAD', `ref: ${head}\n`)
  write('config', '[core]\n\trepositoryformatversion = 0\n\tbare = true\n')
  for (const path of ['objects', 'refs/heads', 'refs/tags']) mkdirSync(join(folder, path), { recursive: true })
  const ref = (name: string, id: string) => write(name, `${id}\n`)
  return {
    ref,
    packedRefs: (refs) =>
      write(
        'packed-refs',
        `# pack-refs with: peeled fully-peeled sorted \n${[...refs].map(([name, id]) => `${id} ${name}\n`).join('')}`,
      ),
    commit(files, { refs = [head], ...options } = {}) {
      const objects = objectsOf(files)
      const commit = commitObject(objects.at(-1)?.id ?? '', options)
      for (const object of [...objects, commit]) store(object)
      commits.set(commit.id, commit)
      for (const name of refs) ref(name, commit.id)
      return commit.id
    },
    tag(name, commit) {
      const of = commits.get(commit)
      if (of === undefined) throw new Error(`no commit ${commit}`)
      const tag = tagObject(name, of)
      store(tag)
      ref(`refs/tags/${name}`, tag.id)
      return tag.id
    },
  }
}
