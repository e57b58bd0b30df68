/** Re-exports the SOCKS client by its name, so that the bundler finds it in a CommonJS package. */
export { SocksClient } from 'socks';
