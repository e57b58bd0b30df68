/** What is used of the SOCKS client: named, so that the bundler finds it in a package that is CommonJS. */
export { SocksClient } from 'socks';
