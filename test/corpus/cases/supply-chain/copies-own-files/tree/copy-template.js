const fs = require('fs')
const path = require('path')

const target = path.join(__dirname, 'current.json')
if (!fs.existsSync(target)) fs.copyFileSync(path.join(__dirname, 'template.json'), target)
