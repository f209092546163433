import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const unsafeReflection = defineFlowRule({
  kind: 'reflection',
  weakness: 'Unsafe reflection',
  document: {
    id: 'unsafe-reflection',
    title: 'Unsafe reflection: untrusted input determines which method is called',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-470'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input determines which method the program calls, as in `getattr(client, name)(…)` or ' +
      '`client[name](…)`. Function lookups in an object or dictionary that the code itself defines are not ' +
      'reported.',
    why:
      'The object can have methods that callers should not be able to call, such as methods that delete data or ' +
      "change settings. A caller can run any of these methods with the server's privileges.",
    remediation: 'Look up the name in a table of allowed functions.',
    examples: {
      bad: [
        exampleTool({
          tool: 'ask_service',
          argument: 'action',
          imports: "import { Service } from 'example-service'\n\nconst service = new Service()",
          body: 'const text = await service[action]()',
        }),
        examplePythonTool({
          tool: 'ask_service',
          argument: 'action: str',
          imports: 'from example_service import service',
          body: 'return getattr(service, action)()',
        }),
      ],
      good: [
        exampleTool({
          tool: 'ask_service',
          argument: 'action',
          imports:
            "import { Service } from 'example-service'\n\nconst service = new Service()\n" +
            'const actions = { list: () => service.list(), count: () => service.count() }',
          body: 'const text = await actions[action]()',
        }),
        examplePythonTool({
          tool: 'ask_service',
          argument: 'action: str',
          imports: 'from example_service import service',
          body:
            'if action not in ("list_all", "count"):\n    raise ValueError("no such action")\n' +
            'return getattr(service, action)()',
        }),
      ],
    },
  },
  baseSeverity: () => 'medium',
  attack: (args) => `call any method of the object with the ${processOf(args)}'s privileges`,
  remediation: () =>
    'Look up the name in a constant table of allowed functions, and reject names that are not in the table.',
})
