import { exampleFiles } from '../../example-files.ts'
import { displayAddress } from '../../rule-match.ts'
import type { ConfigurationRule } from '../configuration-rule.ts'
import { workflowOf } from './workflow.ts'

const of = (uses: string) =>
  exampleFiles({
    '.github/workflows/check.yml':
      `on: push\npermissions:\n  contents: read\njobs:\n  check:\n    runs-on: ubuntu-24.04\n    steps:\n     ` +
      ` - uses: ${uses}`,
  })

export const unpinnedAction: ConfigurationRule = {
  document: {
    id: 'unpinned-action',
    title: 'A workflow uses an action by a name that its owner can move',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A step uses an action, a reusable workflow or an image of somebody else by a tag or a branch in place ' +
      'of a commit or a digest. Actions of GitHub itself are told as information; each action is told once ' +
      'for the project.',
    why:
      'A tag can be moved to other code. That happened to actions that thousands of repositories used, and ' +
      'their secrets were in the log of the next run.',
    remediation:
      'Name the full commit, with the version behind it as a comment, and let a bot update both: `uses: ' +
      'owner/action@<40 digits> # v1.2.3`.',
    examples: {
      bad: [of('acme/setup-tool@v2'), of('acme/setup-tool@main'), of('docker://registry.example/linter:latest')],
      good: [of('acme/setup-tool@8f4b7f84864484a7bf31766abe9204da3cbe65b3 # v2.1.0'), of('./.github/actions/setup')],
    },
  },
  kinds: ['workflow', 'action'],
  *find(file) {
    for (const job of workflowOf(file).jobs) {
      for (const uses of [job.uses, ...job.steps.map((step) => step.uses)]) {
        const found = uses && unpinned(displayAddress(uses.text))
        if (!uses || !found) continue
        yield {
          title: `${found.name} is used by the ${found.by} ${found.ref}`,
          message:
            `${file.path} uses ${found.name} by the ${found.by} \`${found.ref}\`, which ` +
            `${found.isFirstParty ? 'GitHub' : 'its owner'} can point at other code at any time.`,
          subject: uses.text.slice(0, 300),
          at: file.placeAt(uses.offset),
          severity: found.isFirstParty ? 'info' : found.by === 'branch' ? 'medium' : 'low',
          isTold: 'once',
        }
      }
    }
  },
}

interface UnpinnedUse {
  readonly name: string
  readonly ref: string
  readonly by: 'branch' | 'tag'
  readonly isFirstParty: boolean
}

function unpinned(uses: string): UnpinnedUse | undefined {
  if (uses.startsWith('docker://')) {
    const [name = '', ref = 'latest'] = uses.slice(9, 309).split(/:(?=[^/:]*$)/)
    return uses.includes('@sha256:') ? undefined : { name, ref, by: 'tag', isFirstParty: false }
  }
  const [, name = '', ref = ''] = /^([\w.-]{1,100}\/[\w./-]{1,300})@([^\s@]{1,200})$/.exec(uses.trim()) ?? []
  if (ref === '' || ref.includes('${{') || /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref)) return undefined
  return {
    name,
    ref,
    by: /^(?:main|master|develop|dev|trunk|head|latest|next|nightly)$/i.test(ref) ? 'branch' : 'tag',
    isFirstParty: /^(?:actions|github)\//i.test(name),
  }
}
