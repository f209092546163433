import { z } from 'zod'
import type { ReturnedSecret } from '../../../analysis/server-surface/server-surface.ts'
import { exampleToolServer, examplePythonServer } from '../example-servers.ts'
import { displayPlace, type ExposedServer, type ExposureMatch } from '../exposure-rule.ts'
import { defineRule } from '../../rule.ts'

const Arguments = z.object({
  kind: z.enum(['environment', 'variable', 'settings', 'setting']),
  /** Name of the setting, or of the settings field that contains a secret. */
  name: z.string(),
  tool: z.string(),
  readAt: z.string(),
})
type SecretArguments = z.infer<typeof Arguments>

export const secretExposure = defineRule({
  document: {
    id: 'secret-exposure',
    title: "Exposure of sensitive information: a tool returns the server's secrets",
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-200', 'CWE-526'],
    owaspMcp: ['MCP01:2025'],
    safeMcp: [],
    what:
      'The result or error message of a tool contains secrets. The rule covers the whole process environment and all ' +
      'fields of a settings object that has a secret field. The rule also covers the value of a setting such as ' +
      '`API_TOKEN`, and any environment variable that the caller names. Values that the code shortens or masks are ' +
      'not reported. Checks that test only whether a value is set are not reported either.',
    why:
      'A tool result is sent to the model and its provider, and is often written to logs. A web page that the ' +
      'model reads can make the model call the tool and send the secrets to an attacker.',
    remediation:
      'Return individual values instead of whole objects, and report only whether a secret is set. In Pydantic ' +
      'models, use the type `SecretStr` for secret fields.',
    examples: {
      bad: [
        exampleToolServer('const state = { node: process.version, environment: process.env }', 'JSON.stringify(state)'),
        examplePythonServer({
          imports: 'import json\nimport os\n',
          before: '@mcp.tool()\ndef state() -> str:\n    """State."""\n    return json.dumps(dict(os.environ))\n',
        }),
      ],
      good: [
        exampleToolServer(
          'const state = { node: process.version, hasToken: process.env.API_TOKEN !== undefined }',
          'JSON.stringify(state)',
        ),
        examplePythonServer({
          imports: 'import os\n',
          before: '@mcp.tool()\ndef zone() -> str:\n    """Zone."""\n    return os.environ["TZ"]\n',
        }),
      ],
    },
  },
  arguments: Arguments,
  describe: (args) => ({
    title: `Exposure of sensitive information in tool "${args.tool}"`,
    message:
      `${contentText(args)} A web page that the model reads can make the model call the tool and disclose ` +
      `the secrets.`,
    remediation:
      args.kind === 'settings'
        ? 'Exclude the fields that contain secrets, or use the type `SecretStr` for them.'
        : 'Return only individual values that are not secret. Report whether a secret is set instead of ' +
          'returning its value.',
  }),
  *find({ exposure }: ExposedServer): Iterable<ExposureMatch & { readonly arguments: SecretArguments }> {
    for (const { kind, name, tool, spot, returned } of exposure.secrets)
      yield {
        // A leak of a single setting is fixed where the setting is returned. All other leaks are fixed where the values
        // are read.
        spot: kind === 'setting' ? returned : spot,
        steps:
          kind === 'setting'
            ? [
                { spot, message: readSteps[kind] },
                { spot: returned, message: `returned by tool \`${tool}\`` },
              ]
            : [
                { spot: returned, message: `returned by tool \`${tool}\`` },
                { spot, message: readSteps[kind] },
              ],
        severity: 'medium',
        precision: 'medium',
        arguments: { kind, name, tool, readAt: displayPlace(spot) },
      }
  },
})

function contentText({ kind, name, tool, readAt }: SecretArguments): string {
  if (kind === 'environment')
    return `The tool "${tool}" returns the whole process environment (${readAt}), which can contain keys and tokens.`
  if (kind === 'variable')
    return `The tool "${tool}" returns any environment variable that its caller names (${readAt}), including keys.`
  if (kind === 'settings')
    return `The tool "${tool}" returns all fields of the settings (${readAt}), including "${name}".`
  return `The tool "${tool}" returns the value of the setting "${name}" (${readAt}).`
}

const readSteps: Readonly<Record<ReturnedSecret['kind'], string>> = {
  environment: 'the whole process environment is read',
  variable: 'the caller names the environment variable',
  settings: 'all fields of the settings are read',
  setting: 'a secret setting is read',
}
