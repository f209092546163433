import { z } from 'zod'
import { definitionName, quotedName, quotedSentence, textSubject, titleSubject } from '../definition-words.ts'
import { exampleServer, examplePythonServer } from '../example-server.ts'
import { type DefinitionArguments, defineToolRule } from '../tool-rule.ts'

/**
 * Parameter names for commands, code, and queries, each with words that describe tools for which such a parameter is
 * normal.
 */
const kinds: readonly { readonly names: RegExp; readonly purpose: RegExp; readonly accepts: string }[] = [
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
    accepts: 'command',
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
    accepts: 'code',
  },
  {
    names: /^(?:sql|raw_?sql|sql_?query|where(?:_?clause)?|statement|raw_?query|sql_?where)$/i,
    purpose: new RegExp(
      String.raw`\bsql|quer|databas|statement|select|\bdb\b|warehouse|table|clickhouse|postgres|mysql|sqlite|` +
        String.raw`duckdb|bigquery|snowflake|dql|report|account|financ`,
      'i',
    ),
    accepts: 'SQL statement',
  },
]

/** Removes the parameter section that Python docstrings have. */
const withoutParameters = (description: string) =>
  description.replace(/\n\s{0,40}(?:Args|Arguments|Parameters|Params)\s{0,3}:[^]*/i, '')

/** Words in the descriptions of parameters that accept anything. */
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

/** Returns a sentence that quotes the description, with a leading space. Empty if the parameter has no description. */
const parameterDescription = ({ excerpt, text }: DefinitionArguments): string =>
  excerpt === undefined || excerpt === '' || excerpt === text.name
    ? ''
    : ` The parameter's description is: ${quotedSentence(excerpt)}`

export const overBroadParameter = defineToolRule({
  document: {
    id: 'tool-parameter-too-broad',
    title: 'Over-broad tool parameter: it accepts any command, code, or query',
    category: 'tool',
    severity: 'low',
    precision: 'low',
    cwe: ['CWE-1220', 'CWE-20'],
    owaspMcp: ['MCP02:2025'],
    safeMcp: ['SAFE-T1104'],
    what:
      "A parameter accepts any command, program, SQL statement, path, or URL, but the tool's stated purpose does not " +
      'require this. A schema that defines no parameters but accepts any parameter is also reported. The rule ' +
      'ignores tools that, according to their name, title, or description, process commands, code, or queries.',
    why:
      'A caller can do anything that the parameter allows. A user who allows a weather tool does not expect it ' +
      'to accept commands.',
    remediation:
      'Use several parameters with types and enumerations instead, or describe what the tool does with the value.',
    examples: {
      bad: [
        exampleServer([
          {
            name: 'get_weather',
            description: 'Gets the weather for a city.',
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
            description: 'Gets the weather for a city.',
            parameters: "city: z.string(), command: z.enum(['now', 'tomorrow'])",
          },
        ]),
        examplePythonServer({ name: 'query', description: 'Asks the database.', parameters: 'sql: str' }),
      ],
    },
  },
  arguments: z.object({
    /** What the parameter accepts. Undefined if the schema accepts any parameters. */
    accepts: z.string().optional(),
  }),
  describe: ({ accepts, ...args }) =>
    accepts === undefined
      ? {
          title: `Over-broad input schema in ${titleSubject(args)}`,
          message:
            `${textSubject(args)} defines no parameters but accepts any parameter. Users cannot see what a call can ` +
            'contain.',
        }
      : {
          title: `Over-broad parameter in ${titleSubject(args)}`,
          message:
            `Parameter ${quotedName(args.text.name ?? '')} of ${definitionName(args)} accepts any ${accepts}, but ` +
            `the tool's stated purpose does not require this.${parameterDescription(args)} A caller can do more than ` +
            'users expect.',
        },
  *find({ tool, texts }) {
    if (tool.kind !== 'tool') return
    const about =
      `${tool.name.replaceAll(/[_-]|(?<=[a-z])(?=[A-Z])/g, ' ')} ${tool.title ?? ''} ` +
      withoutParameters(tool.description ?? '')
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
      const accepts = kind?.accepts ?? thing
      if (accepts !== undefined)
        yield { text: { field: 'parameter', name }, excerpt: description ?? name, arguments: { accepts } }
    }
    if (
      tool.isOpen === true &&
      tool.parameters.length === 0 &&
      !/\b(?:any|dynamic|generic|proxy|forward|arbitrary|custom|passes|api)\b/i.test(about) &&
      texts.length > 0
    )
      yield { text: { field: 'schema' }, arguments: {} }
  },
})
