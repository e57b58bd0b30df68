import type { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

/**
 * Lets an agent announce each new connection when it is open, with TLS after the handshake: its first request is sent
 * then. Also for an agent that connects through proxies.
 */
export function announceConnections<Any extends Agent>(agent: Any, onConnection: () => void): Any {
  const connect = agent.createConnection.bind(agent);
  const isTls = agent instanceof TlsAgent;
  agent.createConnection = (options, callback) => {
    const socket = connect(options, (error, tunnel) => {
      // Through a proxy; otherwise, Node calls it without arguments.
      if (tunnel && isTls) tunnel.once('secureConnect', onConnection);
      else if (tunnel) onConnection();
      callback?.(error, tunnel);
    });
    socket?.once(isTls ? 'secureConnect' : 'connect', onConnection);
    return socket;
  };
  return agent;
}
