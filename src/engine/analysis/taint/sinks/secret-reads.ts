import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import type { SecretRead } from './sink.ts'

/** Names of settings that contain secrets. */
const secretName = new RegExp(
  String.raw`(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|API_KEY|ACCESS_KEY|` +
    String.raw`PRIVATE_KEY|AUTH)(?:_|$)|_KEY$|_PAT$`,
  'i',
)

/** Paths of files that contain secrets. */
export const secretPath = new RegExp(
  String.raw`(?:^|[\\/~])\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|env)(?:[\\/.]|$)|` +
    String.raw`id_(?:rsa|ed25519|ecdsa|dsa)\b|credentials\.json$|[\\/]etc[\\/]shadow`,
)

/**
 * Finds reads of secrets in environment variables: `process.env.TOKEN`, `os.environ['TOKEN']`, `os.getenv('TOKEN')`.
 */
export function findSecretReads({ program, references }: KnownProgram): SecretRead[] {
  const found: SecretRead[] = []
  const isEnvironment = (node: number) =>
    references.externals(node).some((name) => name === 'process.env' || name === 'os.environ' || name === 'Bun.env')
  for (const [node, name] of readsOfSecrets(program)) {
    const op = program.op(node)
    const isRead =
      op === Op.Load || op === Op.LoadDynamic
        ? isEnvironment(program.operand(node, 0))
        : references
            .externals(program.operand(node, 0))
            .some((name) => /^(?:os\.getenv|os\.environ\.get|Deno\.env\.get)$/.test(name))
    if (isRead) found.push({ node, name })
  }
  return found
}

/**
 * Returns the reads of names that indicate secrets, and the calls whose first argument is such a name, in ascending
 * node order.
 */
function readsOfSecrets(program: Program): readonly (readonly [node: number, name: string])[] {
  const found = new Map<number, string>()
  for (const [index, text] of program.strings.entries()) {
    if (text.length >= 100 || !secretName.test(text)) continue
    for (const node of program.index.naming(index)) {
      if (program.op(node) === Op.Load) found.set(node, text)
      if (program.op(node) === Op.Literal)
        for (const user of program.users(node))
          if (
            (program.op(user) === Op.LoadDynamic || program.op(user) === Op.Call) &&
            program.operand(user, 1) === node
          )
            found.set(user, text)
    }
  }
  return [...found].sort(([one], [other]) => one - other)
}
