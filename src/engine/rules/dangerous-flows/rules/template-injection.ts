import { exampleTool, examplePythonTool } from '../example-server.ts'
import { defineFlowRule, processOf } from '../flow-rule.ts'

export const templateInjection = defineFlowRule({
  kind: 'template',
  weakness: 'Template injection',
  document: {
    id: 'template-injection',
    title: 'Template injection: untrusted input becomes part of a template',
    category: 'code',
    severity: 'high',
    precision: 'medium',
    cwe: ['CWE-1336'],
    owaspMcp: ['MCP05:2025'],
    safeMcp: ['SAFE-T1101'],
    what:
      'Untrusted input becomes part of the source of a template that `ejs`, `handlebars`, `pug`, `nunjucks`, ' +
      '`lodash.template`, `jinja2`, or `mako` compiles. Values that fill a constant template are not reported.',
    why:
      'Templates contain code. The expressions of most engines reach constructors and modules of the language, and ' +
      'run any code inside the server process.',
    remediation: 'Keep templates in the code, and pass values as template variables.',
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
  baseSeverity: () => 'high',
  attack: (args) => `insert template expressions that run code inside the ${processOf(args)} process`,
  remediation: ({ isPython }) =>
    isPython
      ? 'Use a constant template and fill it: `Template("{{ value }}").render(value=value)`. For templates of users, ' +
        'use `jinja2.sandbox.SandboxedEnvironment`.'
      : "Use a constant template and fill it: `ejs.render('<%= value %>', { value })`. For templates of users, use " +
        'an engine without code, such as mustache.',
})
