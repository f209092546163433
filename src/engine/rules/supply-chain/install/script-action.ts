import { z } from 'zod'

/** Actions that an install script performs. */
export const ScriptAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.enum([
      'opens-remote-shell',
      'opens-terminal',
      'runs-encoded-command',
      'evaluates-response',
      'sends-secrets',
      'sends-identity',
      'starts-download',
    ]),
  }),
  z.object({ kind: z.literal('runs-remote-script'), address: z.string().optional() }),
  z.object({ kind: z.enum(['writes-startup-file', 'writes-client-settings']), path: z.string() }),
])
export type ScriptAction = z.infer<typeof ScriptAction>

interface ActionText {
  /** Weakness, phrased to precede "in install script". */
  readonly weakness: string
  /** Action, phrased to follow "It". */
  readonly does: string
  readonly consequence: string
}

/** Returns the parts of a finding that depend on the action. */
export function actionText(action: ScriptAction): ActionText {
  switch (action.kind) {
    case 'opens-remote-shell':
      return {
        weakness: 'Reverse shell',
        does: 'opens a shell that another machine controls',
        consequence: "The other machine can then run any command with the user's privileges.",
      }
    case 'opens-terminal':
      return {
        weakness: 'Interactive shell',
        does: 'starts an interactive shell with pty.spawn()',
        consequence: 'Reverse shells use this call, but install scripts rarely need it.',
      }
    case 'runs-encoded-command':
      return {
        weakness: 'Encoded command',
        does: 'decodes a command and runs it',
        consequence: 'The encoding hides the command from reviewers.',
      }
    case 'runs-remote-script':
      return {
        weakness: 'Execution of downloaded code',
        does: `downloads ${action.address ?? 'a script'} and runs it`,
        consequence: "Anyone who controls the script's URL can run any command on the machine.",
      }
    case 'evaluates-response':
      return {
        weakness: 'Execution of downloaded code',
        does: 'makes network requests and runs text as code',
        consequence: 'If the text comes from the network, the remote server can run any code on the machine.',
      }
    case 'sends-secrets':
      return {
        weakness: 'Secret exfiltration',
        does: 'reads credentials or environment variables and sends data over the network',
        consequence: 'The recipient can obtain access tokens that belong to the developer or the build server.',
      }
    case 'sends-identity':
      return {
        weakness: 'Exfiltration of host details',
        does: 'identifies the user and the machine, and sends data over the network',
        consequence: 'Attackers use these details to choose their targets.',
      }
    case 'writes-startup-file':
      return {
        weakness: 'Write to startup files',
        does: `writes to ${action.path}`,
        consequence: 'Entries in that file stay active after the package is removed.',
      }
    case 'writes-client-settings':
      return {
        weakness: 'Write to MCP client settings',
        does: `writes to ${action.path}`,
        consequence: 'The MCP client can then start a server that the user did not choose.',
      }
    case 'starts-download':
      return {
        weakness: 'Download without integrity check',
        does: 'downloads a program and runs it or makes it executable, without a digest or signature check',
        consequence: 'Anyone who can change the file at the download URL controls what runs.',
      }
  }
}

/** Part of fingerprints. If the text changed, every stored finding would be reported as new. */
export function actionSubject(action: ScriptAction): string {
  switch (action.kind) {
    case 'opens-remote-shell':
    case 'opens-terminal':
    case 'runs-encoded-command':
      return 'hands a shell to somebody else, or runs a command that was made unreadable'
    case 'runs-remote-script':
      return `fetches ${action.address ?? 'a script'} and runs it`
    case 'evaluates-response':
      return 'fetches something and runs it as code'
    case 'sends-secrets':
      return 'reads credentials or the environment and sends something'
    case 'sends-identity':
      return 'sends away who and where the user is'
    case 'writes-startup-file':
    case 'writes-client-settings':
      return `writes to ${action.path}`
    case 'starts-download':
      return 'fetches a program and starts it, without comparing it with anything'
  }
}
