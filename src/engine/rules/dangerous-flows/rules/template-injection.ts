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
      'Untrusted input becomes part of the template source that `ejs`, `handlebars`, `pug`, `nunjucks`, ' +
      '`lodash.template`, `jinja2`, or `mako` compiles. Values passed to a constant template are not reported.',
    why:
      "Templates can contain code. In most template engines, expressions can reach the language's constructors " +
      'and modules, and can run any code in the server process.',
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
      ? 'Use a constant template, and pass the value as a variable: `Template("{{ value }}").render(value=value)`. ' +
        'For user-supplied templates, use `jinja2.sandbox.SandboxedEnvironment`.'
      : "Use a constant template, and pass the value as a variable: `ejs.render('<%= value %>', { value })`. For " +
        'user-supplied templates, use an engine that cannot run code, such as Mustache.',
})
