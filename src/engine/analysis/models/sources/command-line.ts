import type { SourceLanguage } from '../../source-language.ts'
/** Expression that provides a program's command-line arguments. */
export interface CommandLineModel {
  readonly id: string
  /**
   * `call`: the result of a call; `read`: an attribute; `callback`: parameters of functions that are passed as
   * arguments; `decorated`: parameters of the decorated Python function.
   */
  readonly form: 'call' | 'read' | 'callback' | 'decorated'
  /** Matches the qualified name of the callee or attribute. */
  readonly name: RegExp
  /** Last parts of the names that `name` matches. */
  readonly functions: readonly string[]
  readonly language: SourceLanguage
  readonly example: string
}

export const commandLineModels: readonly CommandLineModel[] = [
  {
    id: 'argparse',
    form: 'call',
    name: /^argparse\.ArgumentParser\(\)\.parse_(?:known_)?args$/,
    functions: ['parse_args', 'parse_known_args'],
    language: 'python',
    example: 'import argparse\nparser = argparse.ArgumentParser()\nargs = parser.parse_args()\nprint(args.path)\n',
  },
  {
    id: 'argv',
    form: 'read',
    name: /^(?:process|sys|Bun)\.argv$|^Deno\.args$/,
    functions: ['argv', 'args'],
    language: 'javascript',
    example: 'export const name = process.argv[2]',
  },
  {
    id: 'cac',
    form: 'call',
    name: /^cac\(\).*\.parse$/,
    functions: ['parse'],
    language: 'javascript',
    example: "import cac from 'cac'\nconst cli = cac('x')\nexport const parsed = cli.parse()",
  },
  {
    id: 'click',
    form: 'decorated',
    name: /^(?:click|typer)\b.*\.(?:command|callback)$/,
    functions: ['command', 'callback'],
    language: 'python',
    example: 'import typer\napp = typer.Typer()\n@app.command()\ndef main(path: str):\n    print(path)\n',
  },
  {
    id: 'commander',
    form: 'call',
    name: /^(?:new )?commander\b.*\.(?:opts|optsWithGlobals)$/,
    functions: ['opts', 'optsWithGlobals'],
    language: 'javascript',
    example:
      "import { Command } from 'commander'\nconst program = new Command()\nprogram.option('--dir " +
      "<dir>').parse()\nexport const { dir } = program.opts()",
  },
  {
    id: 'commander-action',
    form: 'callback',
    name: /^(?:new )?commander\b.*\.action$/,
    functions: ['action'],
    language: 'javascript',
    example: "import { program } from 'commander'\nprogram.command('read <path>').action((path) => run(path))",
  },
  {
    id: 'meow',
    form: 'call',
    name: /^(?:meow|minimist|mri|arg|getopts|command-line-args|yargs-parser|util\.parseArgs)(?:\.meow|\.parseArgs)?$/,
    functions: ['meow', 'minimist', 'mri', 'arg', 'getopts', 'command-line-args', 'yargs-parser', 'parseArgs'],
    language: 'javascript',
    example:
      "import { parseArgs } from 'node:util'\nexport const { values } = parseArgs({ options: { dir: { type: " +
      "'string' } } })",
  },
  {
    id: 'yargs',
    form: 'call',
    name: /^yargs\b.*\.(?:parse|parseSync|parseAsync)$/,
    functions: ['parse', 'parseSync', 'parseAsync'],
    language: 'javascript',
    example:
      "import yargs from 'yargs'\nexport const options = yargs(process.argv.slice(2)).option('dir', { type: " +
      "'string' }).parseSync()",
  },
  {
    id: 'yargs-command',
    form: 'callback',
    name: /^yargs\b.*\.command$/,
    functions: ['command'],
    language: 'javascript',
    example: "import yargs from 'yargs'\nyargs(list).command('get <url>', 'Gets', {}, (argv) => run(argv.url)).parse()",
  },
  {
    id: 'yargs-argv',
    form: 'read',
    name: /^yargs\b.*\.argv$/,
    functions: ['argv'],
    language: 'javascript',
    example: "const yargs = require('yargs')\nexports.options = yargs.option('dir', {}).argv",
  },
]
