import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const xmlExternalEntities = defineFlowRule({
  kind: 'xml',
  weakness: 'XML external entity injection',
  document: {
    id: 'xml-external-entities',
    title: 'XML external entity injection (XXE): untrusted XML can make the parser read files and send requests',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-611'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted XML is parsed by `lxml`, `xml.sax`, `libxmljs`, or a similar parser with an option that loads ' +
      'external entities: `resolve_entities=True`, `feature_external_ges`, or `noent: true`. Parsers with their ' +
      'default settings are not reported.',
    why:
      'An entity can refer to a local file or an internal URL. The parser inserts the content of the file or URL ' +
      'into the document, and the program can return the content to the caller.',
    remediation: 'Disable the option, or use `defusedxml`.',
    examples: {
      bad: [
        exampleTool({
          tool: 'read_feed',
          argument: 'feed',
          imports: "import libxmljs from 'libxmljs2'",
          body: 'const text = libxmljs.parseXml(feed, { noent: true }).toString()',
        }),
        examplePythonTool({
          tool: 'read_feed',
          argument: 'feed: str',
          imports: 'from lxml import etree',
          body: 'return etree.fromstring(feed, etree.XMLParser(resolve_entities=True)).findtext("title")',
        }),
      ],
      good: [
        exampleTool({
          tool: 'read_feed',
          argument: 'feed',
          imports: "import libxmljs from 'libxmljs2'",
          body: 'const text = libxmljs.parseXml(feed).toString()',
        }),
        examplePythonTool({
          tool: 'read_feed',
          argument: 'feed: str',
          imports: 'from lxml import etree',
          body: 'return etree.fromstring(feed, etree.XMLParser(resolve_entities=False)).findtext("title")',
        }),
      ],
    },
  },
  baseSeverity: () => 'high',
  attack: (args) => `use external entities to make the ${processOf(args)} read local files and internal URLs`,
  remediation: ({ isPython }) =>
    isPython
      ? 'In `lxml`, create the parser with `resolve_entities=False` and `no_network=True`. In `xml.sax`, leave ' +
        '`feature_external_ges` disabled. Alternatively, parse the document with `defusedxml`.'
      : 'Remove the `noent` option, so that the parser does not replace entities with their content.',
})
