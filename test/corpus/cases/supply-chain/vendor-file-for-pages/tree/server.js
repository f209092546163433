const http = require('node:http')
const fs = require('node:fs')

http.createServer((request, response) => {
  response.setHeader('content-type', request.url.endsWith('.js') ? 'text/javascript' : 'text/html')
  response.end(fs.readFileSync(request.url === '/tables.js' ? `${__dirname}/public/vendor/tables.min.js` : `${__dirname}/public/index.html`))
}).listen(8080, '127.0.0.1')
