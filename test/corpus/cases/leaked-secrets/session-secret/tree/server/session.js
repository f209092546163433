const session = require('express-session')

module.exports = session({
  name: 'sid',
  secret: '{{secret:hex-32}}',
  resave: false,
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: true },
})
