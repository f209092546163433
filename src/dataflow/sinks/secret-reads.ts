import { Op } from '../form/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import type { CapabilityUse } from './sink.ts'

/** Names of settings that hold secrets. */
const secretName = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|API_KEY|ACCESS_KEY|PRIVATE_KEY|AUTH)(?:_|$)|_KEY$|_PAT$/i

/** Files that hold them. */
export const secretPath = /(?:^|[\\/~])\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|pypirc|git-credentials|env)(?:[\\/.]|$)|id_(?:rsa|ed25519|ecdsa|dsa)\b|credentials\.json$|[\\/]etc[\\/]shadow/

/** Finds where secrets of the environment are read: `process.env.TOKEN`, `os.environ['TOKEN']`, `os.getenv('TOKEN')`. */
export function findSecretReads({ program, references }: KnownProgram): CapabilityUse[] {
  const names = new Set<number>()
  for (const [index, text] of program.strings.entries()) if (text.length < 100 && secretName.test(text)) names.add(index)
  const found: CapabilityUse[] = []
  if (names.size === 0) return found
  const isEnvironment = (node: number) => references.externals(node).some((name) => name === 'process.env' || name === 'os.environ' || name === 'Bun.env')
  const isSecret = (node: number) => program.op(node) === Op.Literal && names.has(program.operand(node, 1))
  for (let node = 0; node < program.nodeCount; node += 1) {
    const op = program.op(node)
    const isRead = op === Op.Load ? names.has(program.operand(node, 1)) && isEnvironment(program.operand(node, 0))
      : op === Op.LoadDynamic ? isSecret(program.operand(node, 1)) && isEnvironment(program.operand(node, 0))
      : op === Op.Call && isSecret(program.operand(node, 1)) && references.externals(program.operand(node, 0)).some((name) => /^(?:os\.getenv|os\.environ\.get|Deno\.env\.get)$/.test(name))
    if (isRead) found.push({ node, capability: 'reads-secrets' })
  }
  return found
}
