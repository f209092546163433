import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isPython } from '../flow-rule.ts'

export const unsafeDeserialization: FlowRule = {
  kind: 'deserialization',
  name: 'Unsafe deserialization',
  document: {
    id: 'unsafe-deserialization',
    title: 'Somebody outside decides which objects are made',
    category: 'code',
    severity: 'critical',
    precision: 'medium',
    cwe: ['CWE-502'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside is read by a format that can make any object: `pickle`, `marshal`, `yaml.load` ' +
      'with a loader that is not the safe one, `jsonpickle`, `torch.load`, `node-serialize`.',
    why:
      'Such formats call what the text names while they read it. Reading a hostile one runs code inside the ' +
      'server before the result is looked at.',
    remediation: 'Read a format of plain values, such as JSON.',
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
  severity: ({ isWhole }) => (isWhole ? 'critical' : 'high'),
  harm: () => 'run any code inside this program',
  remediation: (flow) =>
    isPython(flow)
      ? 'Read JSON (`json.loads`), YAML with `yaml.safe_load`, weights with `torch.load(…, ' +
        'weights_only=True)` or safetensors.'
      : 'Read JSON (`JSON.parse`) and check the result with a schema.',
}
