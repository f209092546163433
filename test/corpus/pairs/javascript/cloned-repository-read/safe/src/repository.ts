import { execFile } from 'node:child_process'
import { promises as fs } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CHECKOUTS = '/var/cache/repo-browser'

export async function cloneRepository(owner: string, name: string) {
  const folder = path.join(CHECKOUTS, name)
  await run('git', ['clone', '--depth=1', '--', `https://git.example.com/${owner}/${name}.git`, folder])
  return folder
}

export async function readRepositoryFile(repository: string, file: string) {
  const root = path.join(CHECKOUTS, repository)
  const target = await fs.realpath(path.resolve(root, file))
  if (!target.startsWith(root + path.sep)) {
    throw new Error('The file is not part of the repository')
  }
  return fs.readFile(target, 'utf8')
}
