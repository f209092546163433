import { exampleTool, examplePythonTool } from '../example-server.ts'
import { type FlowRule, isPython } from '../flow-rule.ts'

export const templateInjection: FlowRule = {
  kind: 'template',
  name: 'Template injection',
  document: {
    id: 'template-injection',
    title: 'Somebody outside decides what a template says',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-1336'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'A value from outside becomes the text of a template that is compiled, by `ejs`, `handlebars`, `pug`, ' +
      '`nunjucks`, `lodash.template`, `jinja2` or `mako`. Values that a template of the code is filled with ' +
      'are left out.',
    why:
      'Templates hold code: expressions of most engines reach constructors and modules of the language, and ' +
      'from there run anything inside the server.',
    remediation: 'Keep templates in the code and hand values over as what they are filled with.',
    examples: {
      bad: [
        exampleTool({
          tool: 'write_letter',
          argument: 'greeting',
          imports: "import ejs from 'ejs'",
          body: 'const text = ejs.render(`<p>${greeting}</p>`)',
        }),
        examplePythonTool({
          tool: 'write_letter',
          argument: 'greeting: str',
          imports: 'from jinja2 import Template',
          body: 'return Template(f"<p>{greeting}</p>").render()',
        }),
      ],
      good: [
        exampleTool({
          tool: 'write_letter',
          argument: 'greeting',
          imports: "import ejs from 'ejs'",
          body: "const text = ejs.render('<p><%= greeting %></p>', { greeting })",
        }),
        examplePythonTool({
          tool: 'write_letter',
          argument: 'greeting: str',
          imports: 'from jinja2 import Template',
          body: 'return Template("<p>{{ greeting }}</p>", autoescape=True).render(greeting=greeting)',
        }),
      ],
    },
  },
  severity: () => 'high',
  harm: () => 'write expressions of the template, which reach the language under it and run code inside this program',
  remediation: (flow) =>
    isPython(flow)
      ? 'Write the template down and fill it: `Template("{{ value }}").render(value=value)`. For templates of ' +
        'users take `jinja2.sandbox.SandboxedEnvironment`.'
      : "Write the template down and fill it: `ejs.render('<%= value %>', { value })`. For templates of users " +
        'take an engine without code, such as mustache.',
}
