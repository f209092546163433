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
import {
  type Command,
  type CommandArguments,
  type CommandRuntime,
  exitCodes,
  RequestError,
  unreadableFile,
  UsageError,
} from './command.ts'

export const verifyReceipt: Command = {
  arguments: '<file>',
  details: [
    'Checks the signature, the validity periods of the key and the receipt, and the artifact if you specify one. ' +
      'The command makes no network requests.',
  ],
  options: {
    keys: {
      type: 'string',
      value: 'FILE',
      summary:
        'File with the keys of the signing service. Download the file from /.well-known/assay-receipt-keys.json on ' +
        'that service. Default: the keys in the database of this service.',
    },
    artifact: {
      type: 'string',
      value: 'PATH',
      summary:
        'The scanned artifact: a package archive, or a repository folder at the scanned commit. If the receipt ' +
        'names a folder in the repository, use that folder.',
    },
  },
  exits: { 0: 'All checks passed.', 1: 'At least one check failed.', 3: 'At least one check was inconclusive.' },
  examples: [
    ['assay verify-receipt receipt.json --keys keys.json', 'Verifies the signature.'],
    [
      'assay verify-receipt receipt.json --keys keys.json --artifact server-1.0.0.tgz',
      'Also verifies that the receipt is for this archive.',
    ],
  ],
  async run(runtime, given) {
    const [file, ...others] = given.positionals
    if (file === undefined || others.length > 0)
      throw new UsageError('This command takes exactly one argument: the receipt file.')
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
    throw new RequestError(
      `${file} contains no receipt keys. Download /.well-known/assay-receipt-keys.json from the signing service.`,
    )
  }
  if (!hasService()) throw new UsageError('This installation has no receipt keys. Add --keys FILE.')
  const { receiptKeySet } = await import('../service/registry/receipts/published-keys.ts')
  await using installation = await runtime.open()
  return receiptKeySet(installation.db)
}

async function digestsOf(path: string, signal: AbortSignal) {
  try {
    return await artifactDigests(path, signal)
  } catch (error) {
    throw unreadableFile(path, error)
  }
}

function readText(file: string): string {
  try {
    const bytes = readFileSync(file)
    if (bytes.length > receiptLimits.maxFileBytes)
      throw new RequestError(`${file} is too large to be a receipt or a key file. Check the path.`)
    return bytes.toString()
  } catch (error) {
    if (error instanceof RequestError) throw error
    throw unreadableFile(file, error)
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

/** Replaces control characters, because a signer's text must not move the terminal cursor. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?')
}

function exitCodeOf(checks: readonly ReceiptCheck[]): number {
  if (checks.some(({ outcome }) => outcome === 'fails')) return exitCodes.failed
  return checks.every(({ outcome }) => outcome === 'holds') ? exitCodes.ok : exitCodes.incomplete
}
