import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const unsafeDeserialization = defineFlowRule({
  kind: 'deserialization',
  weakness: 'Unsafe deserialization',
  document: {
    id: 'unsafe-deserialization',
    title: 'Unsafe deserialization: untrusted data can create arbitrary objects',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-502'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input is read with a deserializer that can create arbitrary objects: `pickle`, `marshal`, ' +
      '`yaml.load` without the safe loader, `jsonpickle`, `torch.load`, or `node-serialize`.',
    why:
      'These deserializers can call functions that are named in the input. A malicious value can run code in the ' +
      'server process before the program can check the result.',
    remediation: 'Use a data-only format, such as JSON.',
    examples: {
      bad: [
        exampleTool({
          tool: 'restore_session',
          argument: 'session',
          imports: "import serialize from 'node-serialize'",
          body: 'const text = serialize.unserialize(session).name',
        }),
        examplePythonTool({
          tool: 'restore_session',
          argument: 'session: str',
          imports: 'import base64\nimport pickle',
          body: 'return str(pickle.loads(base64.b64decode(session)))',
        }),
      ],
      good: [
        exampleTool({
          tool: 'restore_session',
          argument: 'session',
          imports: '',
          body: 'const text = JSON.parse(session).name',
        }),
        examplePythonTool({
          tool: 'restore_session',
          argument: 'session: str',
          imports: 'import yaml',
          body: 'return str(yaml.safe_load(session))',
        }),
      ],
    },
  },
  baseSeverity: ({ isWhole }) => (isWhole ? 'critical' : 'high'),
  attack: (args) => `run any code inside the ${processOf(args)} process`,
  remediation: ({ isPython }) =>
    isPython
      ? 'Read JSON with `json.loads`, YAML with `yaml.safe_load`, and model weights with `torch.load(…, ' +
        'weights_only=True)` or safetensors.'
      : 'Read JSON with `JSON.parse`, and validate the result against a schema.',
})
