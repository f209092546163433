import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule } from '../flow-rule.ts'

export const xpathInjection = defineFlowRule({
  kind: 'query',
  applies: ({ action }) => action === 'select-in-document',
  weakness: 'XPath injection',
  document: {
    id: 'xpath-injection',
    title: 'XPath injection: untrusted input becomes part of an expression',
    category: 'code',
    severity: 'medium',
    precision: 'medium',
    cwe: ['CWE-643'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1803'],
    what:
      'Untrusted input becomes part of an XPath expression that `xpath` or `lxml` evaluates. Values that ' +
      'are passed as XPath variables are not reported. A tool is not reported if its description says that the tool ' +
      'runs queries.',
    why:
      'A value with a quotation mark can add conditions to the expression. An attacker can select other parts of the ' +
      'document, such as the data of other users.',
    remediation: 'Pass the value as an XPath variable.',
    examples: {
      bad: [
        exampleTool({
          tool: 'show_price',
          argument: 'product',
          imports: "import xpath from 'xpath'\nimport { catalogue } from './catalogue.js'",
          body: "const text = String(xpath.select(`//product[@name='${product}']/price/text()`, catalogue))",
        }),
        examplePythonTool({
          tool: 'show_price',
          argument: 'product: str',
          imports: 'from lxml import etree\n\ncatalogue = etree.parse("catalogue.xml")',
          body: 'return str(catalogue.xpath(f"//product[@name=\'{product}\']/price/text()"))',
        }),
      ],
      good: [
        exampleTool({
          tool: 'show_price',
          argument: 'product',
          imports: "import xpath from 'xpath'\nimport { catalogue } from './catalogue.js'",
          body:
            "const expression = xpath.parse('//product[@name=$name]/price/text()')\n" +
            'const text = expression.evaluateString({ node: catalogue, variables: { name: product } })',
        }),
        examplePythonTool({
          tool: 'show_price',
          argument: 'product: str',
          imports: 'from lxml import etree\n\ncatalogue = etree.parse("catalogue.xml")',
          body: 'return str(catalogue.xpath("//product[@name=$name]/price/text()", name=product))',
        }),
      ],
    },
  },
  baseSeverity: () => 'medium',
  attack: () => 'add conditions to the expression, to select other parts of the document',
  remediation: ({ isPython }) =>
    isPython
      ? 'Pass the value as a variable: `tree.xpath("//user[@name=$name]", name=value)`.'
      : 'Pass the value as a variable: ' +
        "`xpath.parse('//user[@name=$name]').select({ node, variables: { name: value } })`.",
})
