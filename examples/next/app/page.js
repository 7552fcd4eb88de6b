import { Transfer } from "./transfer";

export default function Page() {
  return <p>The transfer is <Transfer hash="0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4" />.</p>;
}
