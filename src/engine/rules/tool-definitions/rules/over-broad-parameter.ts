import { exampleServer, examplePythonServer } from '../example-server.ts'
import type { Examined, Hit, ToolRule } from '../tool-rule.ts'

/** Names of parameters that let a caller do anything of a kind, and what a tool of that kind says of itself. */
const kinds: readonly { readonly names: RegExp; readonly purpose: RegExp; readonly can: string }[] = [
  {
    names: new RegExp(
      String.raw`^(?:commands?|cmd|shell|shell_?command|bash|exec|command_?line|cli_?command|cmdline|` +
        String.raw`post_?(?:command|hook)|pre_?(?:command|hook)|hook|run)$`,
      'i',
    ),
    purpose: new RegExp(
      String.raw`command|shell|exec|\brun|terminal|script|bash|process|\bcli\b|console|launch|start|\btask|` +
        String.raw`invoke|powershell|\bssh|docker|container|pod|kubectl|adb|git|hook|keyboard|button|robot|` +
        String.raw`device|palette|server`,
      'i',
    ),
    can: 'any command',
  },
  {
    names: new RegExp(
      String.raw`^(?:code|script|eval|expr|expression|javascript|js|python|source_?code|js_?code|snippet|` +
        String.raw`filter_?(?:code|expression|function))$`,
      'i',
    ),
    purpose: new RegExp(
      String.raw`code|script|eval|execut|\brun|express|javascript|python|snippet|program|comput|calculat|` +
        String.raw`\bjs\b|function|sourc|language|formula|math|lint|format|compil|console|repl|notebook|cell|` +
        String.raw`template|diagram|render|transform|filter|query|error|status|currency|country|html|page|` +
        String.raw`component|test|qr|cron|regex|convert|syntax|review|debug|translat|analy[sz]|explain|document`,
      'i',
    ),
    can: 'any code',
  },
  {
    names: /^(?:sql|raw_?sql|sql_?query|where(?:_?clause)?|statement|raw_?query|sql_?where)$/i,
    purpose: new RegExp(
      String.raw`\bsql|quer|databas|statement|select|\bdb\b|warehouse|table|clickhouse|postgres|mysql|sqlite|` +
        String.raw`duckdb|bigquery|snowflake|dql|report|account|financ`,
      'i',
    ),
    can: 'any statement of SQL',
  },
]

/** A description without its part on parameters, as Python's docstrings have it. */
const ownWords = (description: string) =>
  description.replace(/\n\s{0,40}(?:Args|Arguments|Parameters|Params)\s{0,3}:[^]*/i, '')

/** What descriptions of such parameters say. */
const anything = new RegExp(
  String.raw`\b(?:any|arbitrary|free[- ]?form|raw|unrestricted|whatever|` +
    String.raw`every)\s+(?:\w+\s+){0,2}?(?<thing>(?:shell |bash |system |os |terminal )?commands?|` +
    String.raw`sql(?: quer(?:y|ies)| statements?)?|(?:javascript |python |js )?code|javascript|python|` +
    String.raw`scripts?|(?:absolute |file ?system |file )?paths?(?: on (?:the|this|disk|any))?|` +
    String.raw`files? on (?:the|this|your) (?:machine|host|system|server|disk|computer|device)|urls?|headers?|` +
    String.raw`request bod(?:y|ies)|http methods?)\b(?! (?:of|in|that|which|from|within|under|inside|you|` +
    String.raw`on the page)\b)`,
  'i',
)
const generic = new RegExp(
  String.raw`command|shell|exec|\brun|terminal|script|eval|code|sql|quer|\bpath|file|fetch|request|http|url|` +
    String.raw`web|brows|page|api\b|scrape|crawl|download|upload|navigat|proxy|screenshot|convert|image|pdf|` +
    String.raw`document|read|write|search|git|repositor|project|folder|director`,
  'i',
)

export const overBroadParameter: ToolRule = {
  document: {
    id: 'tool-parameter-too-broad',
    title: 'A parameter lets a tool do more than it says',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-1220', 'CWE-20'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: ['SAFE-T1104'],
    what:
      'A tool whose name and description are about one thing takes a text in which a whole command, program ' +
      'or SQL statement stands, or a path or address of which its description says that it may be any; or it ' +
      'says that it takes parameters beyond those that it names, without naming any. Tools that say that they ' +
      'run commands, code or queries are what they say.',
    why:
      'Whoever may call the tool may do all that the parameter allows, and a person who allows "shows the ' +
      'weather" does not expect a command.',
    remediation:
      'Take the parts of the command or query as parameters of their own, with types and enumerations, or ' +
      'say in the description what the tool can do.',
    examples: {
      bad: [
        exampleServer([
          {
            name: 'get_weather',
            description: 'Tells the weather of a city.',
            parameters: 'city: z.string(), command: z.string().optional()',
          },
        ]),
        examplePythonServer({
          name: 'list_holidays',
          description: 'Lists public holidays.',
          parameters: 'where_clause: str',
        }),
      ],
      good: [
        exampleServer([{ name: 'run_command', description: 'Runs a command.', parameters: 'command: z.string()' }]),
        exampleServer([
          {
            name: 'get_weather',
            description: 'Tells the weather of a city.',
            parameters: "city: z.string(), command: z.enum(['now', 'tomorrow'])",
          },
        ]),
        examplePythonServer({ name: 'query', description: 'Asks the database.', parameters: 'sql: str' }),
      ],
    },
  },
  *find({ tool, texts }: Examined): Iterable<Hit> {
    if (tool.kind !== 'tool') return
    const about =
      `${tool.name.replaceAll(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' ')} ${tool.title ?? ''} ` +
      `${ownWords(tool.description ?? '')}`
    for (const { name, description, type, enum: values } of tool.parameters) {
      const isFree =
        values === undefined &&
        (type === undefined || /str|string|any|unknown|object|record|dict/i.test(type)) &&
        !/Literal|Enum|bool|int\b/.test(type ?? '')
      if (!isFree) continue
      const kind = kinds.find(
        ({ names, purpose }) => names.test(name) && tool.description !== undefined && !purpose.test(about),
      )
      const thing = generic.test(about) ? undefined : anything.exec(description ?? '')?.groups?.['thing']
      if (kind || thing !== undefined) {
        yield {
          where: `parameter ${name}`,
          excerpt: description ?? name,
          message:
            `It takes ${kind?.can ?? `any ${thing ?? 'text'}`}, and the tool does not say that it does ` +
            'anything with that.',
        }
      }
    }
    if (
      tool.isOpen === true &&
      tool.parameters.length === 0 &&
      !/\b(?:any|dynamic|generic|proxy|forward|arbitrary|custom|passes|api)\b/i.test(about) &&
      texts.length > 0
    )
      yield { where: 'schema', excerpt: '', message: 'Its schema lets any parameters through and names none.' }
  },
}
