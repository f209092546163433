import { z } from 'zod'
import { displayAddress } from '../../display-text.ts'
import { exampleFiles } from '../../example-files.ts'
import { defineConfigurationRule } from '../configuration-rule.ts'
import { workflowOf } from './workflow.ts'

const of = (uses: string) =>
  exampleFiles({
    '.github/workflows/check.yml':
      `on: push\npermissions:\n  contents: read\njobs:\n  check:\n    runs-on: ubuntu-24.04\n    steps:\n     ` +
      ` - uses: ${uses}`,
  })

export const unpinnedAction = defineConfigurationRule({
  document: {
    id: 'unpinned-action',
    title: 'Unpinned GitHub Action: a workflow references an action by a mutable tag or branch',
    category: 'configuration',
    severity: 'low',
    precision: 'medium',
    cwe: ['CWE-829', 'CWE-1357'],
    owaspMcp: ['MCP04:2025'],
    safeMcp: ['SAFE-T1002'],
    what:
      'A workflow references an action, a reusable workflow, or an image by a tag or branch instead of a commit or ' +
      'digest. The severity is informational for actions that GitHub maintains. Each action is reported once per ' +
      'project.',
    why:
      'The owner of the action, or an attacker with access to its repository, can move the tag to different code. ' +
      'Attackers have moved the tags of actions that thousands of repositories use. In one attack, the new code ' +
      'printed repository secrets to workflow logs.',
    remediation:
      'Pin the action to a full commit hash, and add the version as a comment: `uses: owner/action@<40 digits> # ' +
      'v1.2.3`. Use a dependency bot to update the hash and the comment. Pin an image by its digest.',
    examples: {
      bad: [of('acme/setup-tool@v2'), of('acme/setup-tool@main'), of('docker://registry.example/linter:latest')],
      good: [of('acme/setup-tool@8f4b7f84864484a7bf31766abe9204da3cbe65b3 # v2.1.0'), of('./.github/actions/setup')],
    },
  },
  kinds: ['workflow', 'action'],
  arguments: z.object({
    name: z.string(),
    ref: z.string(),
    refKind: z.enum(['branch', 'tag']),
    isFirstParty: z.boolean(),
  }),
  describe: ({ name, ref, refKind, isFirstParty }, { location }) => ({
    title: `Unpinned action "${name}" in ${location?.path ?? 'a workflow'}`,
    message:
      `The workflow references ${name} by the ${refKind} "${ref}". ${isFirstParty ? 'GitHub' : 'Its owner'} can ` +
      `move the ${refKind} to different code at any time.`,
  }),
  *find(file) {
    for (const job of workflowOf(file).jobs) {
      for (const uses of [job.uses, ...job.steps.map((step) => step.uses)]) {
        const use = uses && unpinnedUse(displayAddress(uses.text))
        if (!uses || !use) continue
        yield {
          arguments: { ...use },
          subject: uses.text.slice(0, 300),
          at: file.placeAt(uses.offset),
          severity: use.isFirstParty ? 'info' : use.refKind === 'branch' ? 'medium' : 'low',
          isOncePerProject: true,
        }
      }
    }
  },
})

interface UnpinnedUse {
  readonly name: string
  readonly ref: string
  readonly refKind: 'branch' | 'tag'
  readonly isFirstParty: boolean
}

function unpinnedUse(uses: string): UnpinnedUse | undefined {
  if (uses.startsWith('docker://')) {
    const [name = '', ref = 'latest'] = uses.slice(9, 309).split(/:(?=[^/:]*$)/)
    return uses.includes('@sha256:') ? undefined : { name, ref, refKind: 'tag', isFirstParty: false }
  }
  const [, name = '', ref = ''] = /^([\w.-]{1,100}\/[\w./-]{1,300})@([^\s@]{1,200})$/.exec(uses.trim()) ?? []
  if (ref === '' || ref.includes('${{') || /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/i.test(ref)) return undefined
  return {
    name,
    ref,
    refKind: /^(?:main|master|develop|dev|trunk|head|latest|next|nightly)$/i.test(ref) ? 'branch' : 'tag',
    isFirstParty: /^(?:actions|github)\//i.test(name),
  }
}
