import sharp from 'sharp';import fs from 'node:fs';
const [,, out, w, ...names]=process.argv;const W=+w;const tiles=[];let x=0;let H=0;
for(const n of names){const b=await sharp(`/tmp/shots/${n}.png`).resize({width:W}).toBuffer({resolveWithObject:true});tiles.push({input:b.data,left:x,top:0});x+=W+10;H=Math.max(H,b.info.height)}
await sharp({create:{width:x,height:H,channels:3,background:'#888'}}).composite(tiles).png().toFile(out);
