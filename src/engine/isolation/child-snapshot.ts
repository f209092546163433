import { type ChildProcess, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import { snapshotProgram } from './built-module.ts'
import { childEnvironment } from './confinement.ts'
import { SnapshotStore } from './snapshot-store.ts'

/** Number of children after which a snapshot is worth its cost. Creating it takes as long as starting four children. */
const childrenBefore = 3

/**
 * Node options of the process that creates a snapshot. As in a child, code cannot be compiled from text, because zod
 * checks that when it loads.
 */
const builderOptions = ['--no-warnings', '--disallow-code-generation-from-strings']

/**
 * A V8 snapshot of a process that has loaded the modules of the tasks. A child that starts from it takes half of the
 * CPU time or less. The process that creates it reads only code of Assay.
 */
export class ChildSnapshot implements Disposable {
  readonly #program: string
  readonly #keptIn: string | undefined
  #store: SnapshotStore | undefined
  #key: string | undefined
  #children = 0
  #builder: ChildProcess | undefined
  #folder: string | undefined
  #descriptor: number | undefined
  #isOver = false

  /**
   * @param module module that calls `startupSnapshot.setDeserializeMainFunction`
   * @param folder folder of the user that keeps the snapshot for later processes, as an absolute path. Without it, the
   *   file is deleted as soon as it is open, so nothing remains if this process is killed.
   */
  constructor(module: URL, folder?: string) {
    this.#program = snapshotProgram(module)
    this.#keptIn = folder
    // Children open the snapshot by its descriptor. In a snapshot of Node 22, parts of JavaScript are missing, such as
    // `Map.groupBy` (seen with 22.23).
    const isSupported = Number.parseInt(process.versions.node, 10) >= 24 && existsSync('/proc/self/fd')
    if (!isSupported || !existsSync(this.#program)) this.#isOver = true
  }

  /** Descriptor of the snapshot for the next child, or undefined if the child must load its modules. */
  take(): number | undefined {
    this.#children += 1
    if (this.#isOver) return undefined
    if (this.#children === 1 && this.#keptIn !== undefined) this.#openStored(this.#keptIn)
    if (this.#children === childrenBefore + 1 && this.#descriptor === undefined) this.#create()
    return this.#descriptor
  }

  /** Stops using the snapshot, because a child could not start from it. */
  giveUp(): void {
    this[Symbol.dispose]()
    this.#store?.forget()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#builder?.kill('SIGKILL')
    this.#deleteFolder()
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #openStored(folder: string): void {
    try {
      this.#key = keyOf(this.#program)
    } catch {
      // An update is replacing Assay or Node.
      this.#isOver = true
      return
    }
    this.#store = new SnapshotStore(folder, this.#key)
    this.#descriptor = this.#store.open()
  }

  #create(): void {
    this.#folder = this.#newFolder()
    if (this.#folder === undefined) return
    const file = join(this.#folder, 'child')
    const words = [...builderOptions, '--snapshot-blob', file, '--build-snapshot-config', join(this.#folder, 'config')]
    try {
      writeProgram(this.#program, this.#folder)
      this.#builder = spawn(process.execPath, words, { cwd: '/', env: childEnvironment, stdio: 'ignore' })
    } catch {
      // The disk or the memory is full.
      return this.#deleteFolder()
    }
    this.#builder.unref()
    this.#builder.once('error', () => this.#deleteFolder())
    this.#builder.once('close', (code) => {
      if (code === 0 && !this.#isOver) this.#descriptor = this.#openFinished(file)
      this.#deleteFolder()
    })
  }

  /** Returns undefined if neither the store nor the folder for temporary files is writable. */
  #newFolder(): string | undefined {
    try {
      if (this.#store) return this.#store.newFolder()
    } catch {
      this.#store = undefined
    }
    try {
      return mkdtempSync(join(tmpdir(), 'assay-'))
    } catch {
      return undefined
    }
  }

  #openFinished(file: string): number | undefined {
    try {
      // Since the first child, an update may have replaced Assay or Node in the same place.
      const isOfKey = this.#store !== undefined && keyOf(this.#program) === this.#key
      return isOfKey ? this.#store?.keep(file) : openSync(file, 'r')
    } catch {
      return undefined
    }
  }

  #deleteFolder(): void {
    const folder = this.#folder
    this.#folder = undefined
    if (folder === undefined) return
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // The folder around it has become read-only, or a network file system still keeps a deleted file in it. The next
      // scans do not need the folder, and the store removes it later.
    }
  }
}

/**
 * Writes what Node needs to create a snapshot. The snapshot does not contain compiled code, because reading it takes as
 * long as compiling the few functions that a child calls (measured), and the file is 5 MB smaller.
 */
function writeProgram(program: string, folder: string): void {
  const code = brotliDecompressSync(readFileSync(program))
  const builder = join(folder, 'program.js')
  const programUrl = JSON.stringify(pathToFileURL(program).href)
  writeFileSync(builder, Buffer.concat([Buffer.from(`"use strict";const programUrl=${programUrl};\n`), code]))
  writeFileSync(join(folder, 'config'), JSON.stringify({ builder, withoutCodeCache: true }))
}

/**
 * Returns a digest of everything on which a snapshot depends. It contains paths of the installation. Node also compares
 * its own version and flags with those in the snapshot.
 */
function keyOf(program: string): string {
  const { size, mtimeMs } = statSync(process.execPath)
  const node = [process.execPath, size, mtimeMs, process.version, process.versions.v8, process.arch]
  const code = hash('sha256', readFileSync(program))
  return hash('sha256', JSON.stringify([program, code, node, builderOptions, childEnvironment]))
}
