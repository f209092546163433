import { displayAddress } from '../../display-text.ts'
import { remoteScript } from '../../remote-script.ts'
import type { ScriptAction } from './script-action.ts'

/** A script's detected behavior. A field is absent if the script does not show the behavior. */
export interface ScriptBehavior {
  /** Downloads code and runs it, or opens a remote shell. */
  readonly runsRemoteCode?: LocatedAction
  /** Reads secrets and sends data. */
  readonly takesSecrets?: LocatedAction
  /** Writes to startup files or to other programs' settings. */
  readonly changesSystem?: LocatedAction
  /** Downloads a program and starts it or makes it executable, without an integrity check. */
  readonly downloadsProgram?: LocatedAction
}

/** Script action, with its offset in the script. */
export interface LocatedAction {
  readonly offset: number
  readonly action: ScriptAction
}

const network = {
  shell: /\b(?:curl|wget|nc|ncat|iwr|Invoke-WebRequest|Invoke-RestMethod|irm)\s/i,
  javascript: new RegExp(
    String.raw`\bfetch\(|\bhttps?\d?\.(?:get|request)\(|["'](?:node:)?https?["']\)?\.(?:get|request)\(|` +
      String.raw`\baxios\b|\bgot\(|["'](?:node-fetch|undici|got|request|superagent|needle)["']|` +
      String.raw`\bXMLHttpRequest\b|\bnew WebSocket\(|\bnet\d?\.(?:connect|createConnection|Socket)\b|` +
      String.raw`(?:\bdns\d?|["'](?:node:)?dns(?:\/promises)?["']\))\.(?:promises\.)?(?:lookup|` +
      String.raw`resolve\w*)\(|["'\x60](?:curl|wget)\b`,
  ),
  python: new RegExp(
    String.raw`\burllib\d?(?:\.request)?\.\w|\burlopen\(|\burlretrieve\(|` +
      String.raw`\brequests\.(?:get|post|put|request|Session)|\bhttpx\.\w|\bhttp\.client\b|\baiohttp\.\w|` +
      String.raw`\bsocket\.(?:socket|create_connection|gethostbyname|getaddrinfo)\(|["'](?:curl|wget)\b`,
  ),
} as const

/** Calls that evaluate text as code. */
const evaluates = {
  javascript: new RegExp(
    String.raw`\beval\(|\bnew Function\(|\bvm\d?\.(?:run\w*|Script|compileFunction)\b|\._compile\(|` +
      String.raw`\bimport\(\s{0,9}["'\x60]data:|\b(?:exec|execSync|spawnSync?)\(\s{0,9}(?:body|data|res|` +
      String.raw`response|text|cmd|command|payload|code|script|chunk|out|result|decoded|` +
      String.raw`content)\w{0,10}(?:\.\w{1,20}(?:\(\))?){0,3}\s{0,9}[,)]`,
  ),
  // Code that a setup script reads from a package file is not remote.
  python: new RegExp(
    String.raw`(?<![\w.])(?:exec|eval)\((?!\s{0,9}(?:compile\(\s{0,9})?(?:open\b|` +
      String.raw`\w{1,40}\.(?:read|read_text)\(|\(?\w{1,40}\s?\/|Path\b|io\.open|codecs\.open|fp\b|f\b|fh\b|` +
      String.raw`file\b|read\b|read_file|version\w{0,20}\b|["']))|` +
      String.raw`\b(?:subprocess\.\w{1,20}|os\.(?:system|popen))\(\s{0,9}\[?\s{0,9}(?:body|data|res|response|` +
      String.raw`r\.text|payload|decoded|code|cmd|script)\b`,
  ),
} as const

/** Names of files that should be readable only by their owner. */
const secretFiles =
  String.raw`\.npmrc|\.ssh\b|id_rsa|id_ed25519|\.aws\b|\.netrc|\.git-credentials|\.pypirc|\.docker\/config|` +
  String.raw`\.kube\b|\.gnupg|\.env\b(?!\.)(?=["'\x60\/])|\.bash_history|\.zsh_history|Login Data|Cookies\b|` +
  String.raw`wallet|keystore|key3\.db|Local Extension Settings|\/etc\/(?:passwd|shadow)|\.config\/gcloud|` +
  String.raw`claude_desktop_config|credentials\.json`
const secretReads = {
  shell: new RegExp(
    String.raw`(?:~|\$HOME|\$\{HOME\})\/(?:${secretFiles})|\b(?:env|printenv|set)\b\s{0,4}[|>]|` +
      String.raw`\$\(\s{0,4}(?:env|printenv)\b|\$\{?(?:NPM_TOKEN|GITHUB_TOKEN|` +
      String.raw`AWS_SECRET_ACCESS_KEY|[A-Z_]{0,30}(?:API_KEY|SECRET|PASSWORD))\b|` +
      String.raw`\/etc\/(?:passwd|shadow)`,
    'i',
  ),
  javascript: new RegExp(
    String.raw`(?:JSON\.stringify|Object\.(?:keys|entries|values|assign|` +
      String.raw`fromEntries))\([^\n;]{0,60}process\.env\s{0,4}[,)}]|` +
      String.raw`\{\s{0,4}\.\.\.process\.env\s{0,4}\}(?=\s{0,4}\))|` +
      String.raw`\benv\s{0,4}:\s{0,4}process\.env\s{0,4}[,}]\s{0,4}[^\n]{0,200}(?:host|user|JSON)|` +
      String.raw`process\.env\[?\.?["']?(?:NPM_TOKEN|NODE_AUTH_TOKEN|GITHUB_TOKEN|GH_TOKEN|` +
      String.raw`AWS_\w{1,30}|[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY)\w{0,10})|` +
      String.raw`["'\x60\/](?:${secretFiles})`,
  ),
  python: new RegExp(
    String.raw`\b(?:dict|str|json\.dumps|repr|urlencode)\([^\n]{0,60}os\.environ\s{0,4}[,)]|` +
      String.raw`os\.environ(?:\.items\(\)|\.copy\(\)|\b(?=\s{0,4}[}\n]))|` +
      String.raw`os\.(?:environ(?:\.get)?|getenv)[\[(]{1}["'](?:\w{0,20}TOKEN|AWS_\w{1,30}|` +
      String.raw`[A-Z_]{1,30}(?:API_KEY|SECRET|PASSWORD|ACCESS_KEY))|["'\/](?:${secretFiles})`,
  ),
} as const

/** Code that reads the user, host, network, or folder. User and host together identify a machine. */
const identityReads = {
  shell: [/\bwhoami\b|\$USER\b|\$\(id\b/, /\bhostname\b/, /\bifconfig\b|\bip\s{1,4}a(?:ddr)?\b/, /\bpwd\b|\$PWD\b/],
  javascript: [
    /\.userInfo\(|\bwhoami\b|env\.USER(?:NAME)?\b/,
    /\.hostname\(\)|["'`]hostname["'`]/,
    /\.networkInterfaces\(/,
    /\.homedir\(\)|process\.cwd\(\)|__dirname/,
  ],
  python: [
    /getpass\.getuser|os\.getlogin|\bwhoami\b/,
    /\bgethostname\(|platform\.node\(|["']hostname["']/,
    /\bgetnode\(|ifconfig/,
    /os\.getcwd\(\)|expanduser\(/,
  ],
} as const

/** Requests that carry data. */
const sends = new RegExp(
  String.raw`\bmethod\s{0,4}[:=]\s{0,4}["'\x60](?:POST|PUT)|\.post\(|requests\.post|--data\b|--data-binary|` +
    String.raw`-d\s{0,3}["'@$]|-X\s{0,3}POST|-F\s{0,3}["']?\w|--upload-file|-T\s|\bdata\s{0,3}=\s{0,3}[\w.]|` +
    String.raw`\.(?:write|end|send|sendall)\(\s{0,4}(?!["'\x60]|\))|` +
    String.raw`(?:lookup|resolve\w*|gethostbyname|getaddrinfo)\(\s{0,4}(?:\x60[^\x60]{0,200}\$\{|` +
    String.raw`f["'][^"'\n]{0,200}\{|[\w.]{1,40}\s{0,4}\+)|[?&]\w{1,20}=(?:\$\{|["'\x60]\s{0,4}\+|["']?\$\(|\{|` +
    String.raw`%s|\$[A-Z{])|\/["'\x60]\s{0,4}\+\s{0,4}\w|` +
    String.raw`https?:\/\/[^\s"'\x60]{1,200}(?:\$\{|\{|\$\(|\$[A-Z]|["'\x60]\s{0,4}\+)|\burlencode\(`,
)

/** Files that start programs or control access to the machine. */
const startupFiles = new RegExp(
  String.raw`\.(?:bashrc|zshrc|bash_profile|profile|zprofile)\b|authorized_keys|\bcrontab\b|\/etc\/cron|` +
    String.raw`LaunchAgents|LaunchDaemons|\.config\/(?:systemd\/user|autostart)|\/etc\/systemd|` +
    String.raw`CurrentVersion\\{1,2}Run\b|Start Menu\\{1,2}Programs\\{1,2}Startup|\.git\/hooks\/|` +
    String.raw`\/etc\/(?:hosts|sudoers|ld\.so\.preload)`,
)
const clientSettings = new RegExp(
  String.raw`claude_desktop_config\.json|\.cursor\/mcp\.json|mcp_config\.json|cline_mcp_settings\.json|` +
    String.raw`\.claude(?:\.json|\/settings)|["'\x60]\.cursor["'\x60]`,
)
const writes = new RegExp(
  String.raw`\b(?:append|write)File(?:Sync)?\(|createWriteStream\(|open\([^\n)]{0,200},\s{0,4}["'][wa]|` +
    String.raw`\.write_text\(|>>|>\s{0,3}[~$/]|\btee\b|\bcrontab\s{1,4}-|\bcp\s|copyFile(?:Sync)?\(|` +
    String.raw`shutil\.copy|\breg\s{1,4}add\b`,
)

/** Reverse shell, or an encoded command. */
const remoteShell = new RegExp(
  String.raw`\/dev\/tcp\/[\w.$-]{1,200}\/|\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-(?:\w{0,4}e|c)\s|` +
    String.raw`\bpowershell(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc|ncodedcommand)?\s|\bpty\.spawn\(|` +
    String.raw`\bbase64\s{1,4}(?:-d|--decode|-D)\b[^\n|]{0,80}\|\s{0,4}(?:ba|z|da)?sh\b|\bsocat\b[^\n]{0,80}exec:`,
  'i',
)

const keeps = new RegExp(
  String.raw`createWriteStream\(|writeFile(?:Sync)?\(|\.pipe\(|urlretrieve\(|\.write\(|copyfileobj\(|` +
    String.raw`(?:curl|wget)\b[^\n]{0,300}\s(?:-o|-O|--output)|\bextract(?:all)?\(|\btar\s{1,4}-?x`,
)
const starts =
  /\b(?:exec|execFile|spawn|fork)(?:Sync)?\(|\bchmod(?:Sync)?\b|\bsubprocess\.\w|\bos\.(?:system|popen|chmod|exec\w*)\(/
const compares = new RegExp(
  String.raw`\bcreateHash\(|\bhashlib\.|\bsha(?:256|512)(?:sum)?\b|\bintegrity\b|\bchecksum|\bshasum\b|` +
    String.raw`\bgpg\b|\bcosign\b|\bssri\b`,
  'i',
)

/** Determines a script's behavior from its text. Scripts are never run. */
export function scriptBehavior(text: string, language: 'shell' | 'javascript' | 'python'): ScriptBehavior {
  const code = withoutComments(text, language)
  const request = network[language].exec(code)
  const remote = remoteScript(code)
  const shell = remoteShell.exec(code)
  const evaluated = language === 'shell' ? undefined : evaluates[language].exec(code)
  const address = remote && displayAddress(remote.address)
  const runsRemoteCode = shell
    ? located(shell.index, { kind: shellKind(shell[0]) })
    : remote
      ? located(code.indexOf(remote.text.slice(0, 12)), { kind: 'runs-remote-script', ...(address && { address }) })
      : request && evaluated
        ? located(evaluated.index, { kind: 'evaluates-response' })
        : undefined
  const secret = secretReadOf(code, secretReads[language])
  const identity = identityReads[language].filter((read) => read.test(code))
  const takes =
    request && sends.test(code)
      ? secret
        ? located(secret.index, { kind: 'sends-secrets' })
        : identity.length >= 3 ||
            (identity.length === 2 &&
              identity[0] === identityReads[language][0] &&
              identity[1] === identityReads[language][1])
          ? located(request.index, { kind: 'sends-identity' })
          : undefined
      : undefined
  const changes = writes.test(code) ? changeOf(code) : undefined
  const downloads =
    request && !runsRemoteCode && keeps.test(code) && starts.test(code) && !compares.test(code)
      ? located(request.index, { kind: 'starts-download' })
      : undefined
  return {
    ...(runsRemoteCode && { runsRemoteCode }),
    ...(takes && { takesSecrets: takes }),
    ...(changes && { changesSystem: changes }),
    ...(downloads && { downloadsProgram: downloads }),
  }
}

/** Variable for a GitHub token. Builds that download releases send this token to GitHub for a higher rate limit. */
const gitHubToken = /(?:GITHUB|GH)_TOKEN$/i
const gitHubHost = /^(?:[\w-]{1,60}\.)?github(?:usercontent)?\.com$/i
const hosts = /https?:\/\/([\w.-]{1,253})|\bhost(?:name)?\s{0,4}[:=]\s{0,4}["'`]([\w.-]{1,253})/gi

/** Returns the first read of a secret. Ignores a GitHub token if the script refers only to GitHub hosts. */
function secretReadOf(code: string, reads: RegExp): { readonly index: number } | undefined {
  const matches = [...code.matchAll(new RegExp(reads, `${reads.flags}g`))]
  const hostNames = [...code.matchAll(hosts)].map(([, address, host]) => address ?? host ?? '')
  const isGitHubOnly = hostNames.length > 0 && hostNames.every((host) => gitHubHost.test(host))
  return matches.find(([read]) => !isGitHubOnly || !gitHubToken.test(read))
}

function changeOf(code: string): LocatedAction | undefined {
  const startup = startupFiles.exec(code)
  if (startup) return located(startup.index, { kind: 'writes-startup-file', path: startup[0] })
  const settings = clientSettings.exec(code)
  return settings ? located(settings.index, { kind: 'writes-client-settings', path: settings[0] }) : undefined
}

function shellKind(match: string): 'opens-remote-shell' | 'opens-terminal' | 'runs-encoded-command' {
  if (/^(?:powershell|base64)/i.test(match)) return 'runs-encoded-command'
  return /^pty/i.test(match) ? 'opens-terminal' : 'opens-remote-shell'
}

const located = (offset: number, action: ScriptAction): LocatedAction => ({ offset: Math.max(offset, 0), action })

/** Blanks out comment lines, so that offsets do not change. */
function withoutComments(text: string, language: 'shell' | 'javascript' | 'python'): string {
  const comment = language === 'javascript' ? /^[ \t]{0,200}(?:\/\/|\*(?!\/)|\/\*).*$/gm : /^[ \t]{0,200}#.*$/gm
  return text.replaceAll(comment, (line) => ' '.repeat(line.length))
}
