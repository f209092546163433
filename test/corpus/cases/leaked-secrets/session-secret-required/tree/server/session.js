const session = require('express-session')

if (!process.env.SESSION_SECRET) throw new Error('SESSION_SECRET is not set')

module.exports = session({
  name: 'sid',
  secret: process.env.SESSION_SECRET,
  resave: false,
  saveUninitialized: false,
  cookie: { httpOnly: true, sameSite: 'lax', secure: true },
})
