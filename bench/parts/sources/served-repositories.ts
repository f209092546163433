import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startGitServer } from '../../../test/support/git-server.ts'
import { untrustedCertificate } from '../../../test/support/tls-certificate.ts'

/** Repositories on a local smart-HTTP server, and the settings to reach and trust it. */
export interface ServedRepositories extends AsyncDisposable {
  readonly urls: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Serves the bare repositories in a folder. Undefined if no folder is given. */
export async function serveRepositories(folder: string | undefined): Promise<ServedRepositories> {
  if (folder === undefined) return { urls: [], env: {}, [Symbol.asyncDispose]: async () => {} }
  const root = mkdtempSync(join(tmpdir(), 'assay-bench-repositories-'))
  mkdirSync(join(root, 'bench'))
  const names = readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, 'HEAD')))
    .sort()
    .map((name) => linkRepository(root, resolve(folder), name))
  const certificate = await untrustedCertificate()
  const authority = join(root, 'authority.pem')
  writeFileSync(authority, certificate.cert)
  const server = await startGitServer({
    certificate,
    folder: root,
    settings: ['safe.directory=*', 'uploadpack.allowFilter=true', 'uploadpack.allowAnySHA1InWant=true'],
  })
  return {
    urls: names.map((name) => `https://localhost:${server.port}/${name}`),
    env: { NODE_EXTRA_CA_CERTS: authority },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** Links a repository into the served folder under a name that is valid in a URL. */
function linkRepository(root: string, folder: string, name: string): string {
  const shown = `bench/${name.replace(/\.git$/, '').replaceAll(/[^\w.-]+/g, '-')}`
  symlinkSync(join(folder, name), join(root, `${shown}.git`))
  return shown
}
