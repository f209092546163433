import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { receiptLimits } from '../engine/receipts/receipt-limits.ts'
import { artifactDigests } from '../engine/receipts/artifact-digests.ts'
import { ReceiptKeySet } from '../engine/receipts/key-set.ts'
import {
  type ReceiptCheck,
  type ReceiptVerification,
  verifyReceipt as verify,
} from '../engine/receipts/verify-receipt.ts'
import { hasService } from './service-presence.ts'
import { type Command, type CommandArguments, type CommandRuntime, exitCodes, UsageError } from './command.ts'

export const verifyReceipt: Command = {
  usage: '<file> [--keys <file>] [--artifact <archive or folder>]',
  details: [
    'It asks nobody. --keys names the keys of the service that signed, saved from ' +
      '/.well-known/assay-receipt-keys.json; without it those of this installation count.',
    'The artifact is the archive of a package as its registry has it, or the folder of a repository at the ' +
      'commit; where the receipt names a folder of it, that folder.',
  ].join('\n'),
  takesWords: true,
  options: { keys: { type: 'string' }, artifact: { type: 'string' } },
  async run(runtime, given) {
    const [file, ...others] = given.positionals
    if (file === undefined || others.length > 0) throw new UsageError('Name one file that holds a receipt.')
    const text = readText(resolve(runtime.callerFolder, file))
    const keys = await keysOf(runtime, given)
    const artifact =
      typeof given.values['artifact'] === 'string'
        ? await digestsOf(resolve(runtime.callerFolder, given.values['artifact']), runtime.signal)
        : undefined
    const verification = verify(text, { keys, now: new Date(), ...(artifact && { artifact }) })
    runtime.terminal.out.write(report(verification))
    return exitCodeOf(verification.checks)
  },
}

async function keysOf(runtime: CommandRuntime, { values: { keys: file } }: CommandArguments): Promise<ReceiptKeySet> {
  if (typeof file === 'string') {
    const keys = ReceiptKeySet.safeParse(parsedJson(readText(resolve(runtime.callerFolder, file))))
    if (keys.success) return keys.data
    throw new UsageError(
      `${file} holds no keys of receipts: save /.well-known/assay-receipt-keys.json of the service that signed.`,
    )
  }
  if (!hasService())
    throw new UsageError('--keys is needed: this installation does not include the service and has no keys.')
  const { receiptKeySet } = await import('../service/registry/receipts/published-keys.ts')
  await using installation = await runtime.open()
  return receiptKeySet(installation.db)
}

async function digestsOf(path: string, signal: AbortSignal) {
  try {
    return await artifactDigests(path, signal)
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file)
    if (bytes.length > receiptLimits.maxFileBytes) throw new UsageError(`${file} is too large for what it should be.`)
    return bytes.toString()
  } catch (error) {
    if (error instanceof UsageError) throw error
    throw new UsageError(`${file} cannot be read.`)
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const marks: Readonly<Record<ReceiptCheck['outcome'], string>> = { holds: 'yes', fails: 'NO ', unknown: '?  ' }

function report({ checks, statement }: ReceiptVerification): string {
  const lines = checks.map(({ name, outcome, says }) => `${marks[outcome]}  ${name.padEnd(9)}  ${says}`)
  if (!statement) return `${lines.join('\n')}\n`
  const {
    subject: [subject],
    predicate: { verdict, score, grade, method, scannedAt, scanner },
  } = statement
  return (
    `${lines.join('\n')}\n\n${plain(subject?.name ?? '')}\n${verdict}, ${score}/100, grade ${grade} (method ` +
    `${plain(method)}), scanned ${scannedAt} by ${plain(scanner.name)} ${plain(scanner.version)} at ` +
    `${plain(scanner.url)}\n`
  )
}

/** What a signer wrote is not to move a terminal's cursor. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}

function exitCodeOf(checks: readonly ReceiptCheck[]): number {
  if (checks.some(({ outcome }) => outcome === 'fails')) return exitCodes.failed
  return checks.every(({ outcome }) => outcome === 'holds') ? exitCodes.ok : exitCodes.incomplete
}
