import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endedChildrenCpuSeconds } from '../../process-cpu.ts'
import { type Cluster, openCluster } from '../../../src/service/db/embedded/cluster.ts'

/** Options of pgBackRest by name, as in the section `[global]` of its configuration file. */
export type RepositoryOptions = Readonly<Record<string, string>>

export interface StanzaOptions {
  /** Path of the program. */
  readonly program: string
  /** Options of the repository. `repo1-path` is relative to the stanza's folder, unless the repository is remote. */
  readonly repository: RepositoryOptions
  /** Time after which the server archives a segment that is not full, in seconds. */
  readonly archiveTimeoutSeconds: number
}

/** Time that a command took, in seconds. */
export interface Spent {
  readonly seconds: number
  /** CPU time of the program and its child processes. Does not depend on the load of the machine as `seconds` does. */
  readonly cpuSeconds: number
}

/** A running PostgreSQL server that archives its log with pgBackRest. Disposal stops it and deletes all its files. */
export interface Stanza extends AsyncDisposable {
  readonly primary: Cluster
  /** Runs pgBackRest. Throws an error with its last lines of output if it fails. */
  run(words: readonly string[]): Promise<Spent>
  /**
   * Stops archiving until disposal, as the loss of the machine would. The repository no longer changes, and the server
   * keeps its log.
   */
  cutOff(): Disposable
  /** Commands that have run, as typed after `pgbackrest`. */
  readonly commands: readonly string[]
  /**
   * Starts the server of a restored data folder, and waits until it has replayed its log. `restoredFolder` is its data
   * folder.
   */
  openRestored(): Promise<Cluster>
  readonly restoredFolder: string
  readonly folder: string
}

/**
 * Starts an embedded PostgreSQL 18 as the operator's own server, with pgBackRest as its archive command. The program
 * runs as the user of the server, as it does in production.
 */
export async function openStanza({ program, repository, archiveTimeoutSeconds }: StanzaOptions): Promise<Stanza> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-pgbackrest-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  // The server runs as an unprivileged user if this process is root. Its folders must be accessible for that user.
  chmodSync(folder, 0o755)
  const sockets = join(folder, 'sockets')
  mkdirSync(sockets)
  chmodSync(sockets, 0o1777)
  const configuration = join(folder, 'pgbackrest.conf')
  // A link of its own, so that archiving can be stopped without the other commands.
  const archiverConfiguration = join(folder, 'archiver.conf')
  const archiveCommand = `${quoted(program)} --config=${quoted(archiverConfiguration)} --stanza=assay archive-push %p`
  const primary = stack.use(
    await openCluster({
      dataDir: join(folder, 'server'),
      settings: {
        archive_mode: 'on',
        archive_timeout: String(archiveTimeoutSeconds),
        archive_command: archiveCommand,
        unix_socket_directories: sockets,
        max_wal_size: '4GB',
      },
    }),
  )
  const { uid, gid } = statSync(primary.dataFolder)
  const address = new URL(primary.url)
  const own = (path: string) => {
    if (process.getuid?.() === 0) chownSync(path, uid, gid)
    return path
  }
  const makeOwn = (path: string) => {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    return own(path)
  }
  const repositoryPath = repository['repo1-path'] ?? 'repository'
  const isRemote = repository['repo1-type'] !== undefined
  writeFileSync(
    configuration,
    [
      '[global]',
      ...Object.entries({
        ...repository,
        'repo1-path': isRemote ? repositoryPath : makeOwn(join(folder, repositoryPath)),
        'lock-path': makeOwn(join(folder, 'lock')),
        'log-path': makeOwn(join(folder, 'log')),
        'spool-path': makeOwn(join(folder, 'spool')),
      }).map(([name, value]) => `${name}=${value}`),
      '[assay]',
      `pg1-path=${primary.dataFolder}`,
      `pg1-port=${address.port}`,
      `pg1-socket-path=${sockets}`,
      `pg1-user=${address.username}`,
      `pg1-database=${address.pathname.slice(1)}`,
      '',
    ].join('\n'),
    { mode: 0o600 },
  )
  own(configuration)
  const connect = () => symlinkSync(configuration, archiverConfiguration)
  connect()
  const restoredRoom = join(folder, 'restored', 'postgres')
  makeOwn(join(folder, 'restored'))
  makeOwn(restoredRoom)
  const restoredFolder = makeOwn(join(restoredRoom, 'data'))
  // The restored server has the password of the original one.
  writeFileSync(join(restoredRoom, 'password'), `${decodeURIComponent(address.password)}\n`, { mode: 0o600 })
  const commands: string[] = []
  const opened = stack.move()
  return {
    primary,
    commands,
    folder,
    restoredFolder,
    async run(words) {
      commands.push(words.join(' '))
      const [startedAt, cpuBefore] = [performance.now(), endedChildrenCpuSeconds()]
      await runProgram(program, [`--config=${configuration}`, ...words], {
        ...(process.getuid?.() === 0 && { uid, gid }),
        password: decodeURIComponent(address.password),
      })
      return {
        seconds: (performance.now() - startedAt) / 1_000,
        cpuSeconds: endedChildrenCpuSeconds() - cpuBefore,
      }
    },
    cutOff() {
      rmSync(archiverConfiguration)
      return { [Symbol.dispose]: connect }
    },
    openRestored: () => openCluster({ dataDir: join(folder, 'restored'), settings: { max_wal_size: '4GB' } }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

async function runProgram(
  program: string,
  words: readonly string[],
  { password, ...user }: { readonly password: string; readonly uid?: number; readonly gid?: number },
): Promise<void> {
  const child = spawn(program, words, {
    ...user,
    cwd: '/',
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', PGPASSWORD: password },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output = (output + chunk).slice(-4_000)))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('error', reject)
  child.once('close', (code, signal) =>
    code === 0
      ? resolve()
      : reject(new Error(`pgbackrest ${words.at(-1)} failed with ${signal ?? `exit code ${code}`}:\n${output.trim()}`)),
  )
  await promise
}

/** Quotes an argument for the shell that runs archive_command. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
