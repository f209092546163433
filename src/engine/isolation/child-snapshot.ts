import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childModule } from './built-module.ts'
import { childEnvironment } from './confinement.ts'

/** Number of children after which a snapshot is worth its cost. Creating it takes as long as starting four children. */
const childrenBefore = 3

/**
 * A V8 snapshot of a process that has loaded the modules of a task. A child that starts from it takes half of the CPU
 * time. The file is deleted as soon as it is open, so nothing remains if this process is killed.
 */
export class ChildSnapshot implements Disposable {
  readonly #program: string
  #children = 0
  #builder: ChildProcess | undefined
  #folder: string | undefined
  #descriptor: number | undefined
  #isOver = false

  /** @param module module that calls `startupSnapshot.setDeserializeMainFunction` */
  constructor(module: URL) {
    this.#program = fileURLToPath(childModule(module))
    // Children open the snapshot by its descriptor. The npm package lacks the module, which takes 2 MB.
    if (!existsSync('/proc/self/fd') || !existsSync(this.#program)) this.#isOver = true
  }

  /** Descriptor of the snapshot for the next child, or undefined if the child must load its modules. */
  take(): number | undefined {
    this.#children += 1
    if (this.#children === childrenBefore + 1 && !this.#isOver) this.#create()
    return this.#descriptor
  }

  /** Stops using the snapshot, because a child could not start from it. */
  giveUp(): void {
    this[Symbol.dispose]()
  }

  [Symbol.dispose](): void {
    this.#isOver = true
    this.#builder?.kill('SIGKILL')
    this.#deleteFolder()
    if (this.#descriptor !== undefined) closeSync(this.#descriptor)
    this.#descriptor = undefined
  }

  #create(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'assay-'))
    const file = join(this.#folder, 'child')
    const words = ['--no-warnings', '--snapshot-blob', file, '--build-snapshot', this.#program]
    this.#builder = spawn(process.execPath, words, { cwd: '/', env: childEnvironment, stdio: 'ignore' })
    this.#builder.unref()
    this.#builder.once('error', () => this.#deleteFolder())
    this.#builder.once('close', (code) => {
      if (code === 0 && !this.#isOver) this.#descriptor = openSync(file, 'r')
      this.#deleteFolder()
    })
  }

  #deleteFolder(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
  }
}
