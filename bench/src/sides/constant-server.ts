// Answers everything with the same few bytes as fast as Node.js can, which leaves the time the load generator
// itself needs.
import { createServer } from 'node:net';

const body = '{"totalClasses":1,"attendancePercentage":85.5}';
const answer = Buffer.from(
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
);

const server = createServer({ noDelay: true }, (socket) => {
  // Each connection waits for its response before it sends again, so a request arrives in one piece.
  socket.on('data', () => socket.write(answer));
  socket.on('error', () => socket.destroy());
});
server.listen(Number(process.env['PORT']), process.env['HOST'], () => {
  console.log('It is ready.');
});
process.once('SIGTERM', () => process.exit());
