// A part of Companion as it is kept: fetched, unpacked and held to its hash. The page and the service worker load parts.
"use strict";
self.fetchPart = async ({ name, file, sha256, type }, counted = (packed) => packed) => {
  const answer = await fetch(file, { cache: "reload" }); // half of one may lie in the browser's cache
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  const unpacked = counted(answer.body).pipeThrough(new DecompressionStream("gzip"));
  const body = await new Response(unpacked).arrayBuffer();
  const hash = Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", body)), (byte) => byte.toString(16).padStart(2, "0"));
  if (hash.join("") !== sha256) throw Object.assign(new Error(name), { another: true });
  return new Response(body, { headers: { "Content-Type": type, "X-Sha256": sha256 } });
};
