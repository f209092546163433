import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Returns the environment of a child process: PATH and the settings of the test, without the machine's own variables.
 */
export function environment(settings: Record<string, string>): Record<string, string> {
  return {
    PATH: `${root}/node_modules/.bin:${process.env.PATH ?? ''}`,
    HOME: tmpdir(),
    KEV_URL: `file:${root}/nowhere/kev.json`,
    EPSS_URL: `file:${root}/nowhere/epss.csv`,
    ...(settings['ASSAY_DATA_DIR'] !== undefined && { ASSAY_CACHE_DIR: join(settings['ASSAY_DATA_DIR'], 'cache') }),
    ...settings,
  }
}

/** Runs an `assay` command to its end. */
export async function runAssay(words: readonly string[], settings: Record<string, string>, { cwd = root } = {}) {
  const child = spawn(process.execPath, [`${root}/assay.js`, ...words], {
    cwd,
    env: environment(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([textOf(child.stdout), textOf(child.stderr), once(child, 'exit')])
  return { out, err, code: Number(code) }
}

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

/** A service in a separate process. */
export interface AssayProcess {
  readonly pid: number
  readonly address: string
  /** Everything on standard output so far. */
  readonly out: () => string
  readonly log: () => string
  /** The API key that the first start printed. */
  readonly key: string | undefined
  /** Sends a signal and waits for the end. Resolves to the exit code, or null if the signal ended the process. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the service, by default with `assay serve`. Waits until it prints its address, or that it processes scans. */
export async function startAssay(
  settings: Record<string, string>,
  command: readonly [string, ...string[]] = [process.execPath, `${root}/assay.js`, 'serve'],
): Promise<AssayProcess> {
  const [program, ...words] = command
  const child = spawn(program, words, {
    cwd: root,
    env: environment({ PORT: '0', ...settings }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit')
  // Ends the process if a test fails halfway.
  const endWithTest = () => child.kill('SIGKILL')
  process.once('exit', endWithTest)
  child.once('exit', () => process.off('exit', endWithTest))
  let out = ''
  let log = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  child.stderr.on('data', (chunk) => (log += String(chunk)))
  try {
    await untilSpoken(
      child,
      () => /(?:is running at \S+|is running as a worker\.)\n([\s\S]*\n)?\n/.test(out),
      () => log,
    )
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    pid: child.pid ?? 0,
    address: /is running at (\S+)/.exec(out)?.[1] ?? '',
    key: /API key +(\S+)/.exec(out)?.[1],
    out: () => out,
    log: () => log,
    async end(signal) {
      child.kill(signal)
      return (await exit)[0] as number | null
    },
  }
}

async function untilSpoken(child: ChildProcess, hasSpoken: () => boolean, log: () => string): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!hasSpoken()) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}:\n${log()}`)
    if (Date.now() > deadline) throw new Error(`the service did not start:\n${log()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Creates a folder for an installation's data, and a function that removes it. */
export function dataFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'assay-service-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}
