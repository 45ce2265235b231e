// RUN: spmla-opt %s -split-input-file -verify-diagnostics

// expected-error@below {{expects as many queries as keys, and at least one, got 0 keys and 0 queries}}
%s = "spmla.qk"() {operandSegmentSizes = array<i32: 0, 0>} : () -> !spmla.tile<64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%k1 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects as many queries as keys, and at least one, got 2 keys and 1 queries}}
%s = spmla.qk(%k0, %k1) (%q0) : (!spmla.tile<64x64xbf16, operand8>, !spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects its result to be in layout accumulator, got abstract}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32>

// -----

%k0 = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%q0 = unrealized_conversion_cast to !spmla.tile<16x16xbf16>
// expected-error@below {{expects a shared key tile to be row-major, got '!spmla.shared<64x16xbf16, keys>'}}
%s = spmla.qk(%k0) (%q0) : (!spmla.shared<64x16xbf16, keys>) (!spmla.tile<16x16xbf16>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x512xbf16, rows8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, rows8>
// expected-error@below {{expects the query tile of a pair to be in layout abstract or operand8 or operand16, got rows8}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x512xbf16, rows8>) (!spmla.tile<16x512xbf16, rows8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<32x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects the key tile of a pair to be 64x64, got 32x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<32x64xbf16, operand8>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<32x64xbf16, operand8>
// expected-error@below {{expects the query tile of a pair to be 16x64, got 32x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<32x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand8>
%q0 = unrealized_conversion_cast to !spmla.tile<16x32xbf16, operand8>
// expected-error@below {{expects the key tile of a pair to be 64x32, got 64x64}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand8>) (!spmla.tile<16x32xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xf8E4M3FN, operand16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
// expected-error@below {{expects the tiles of a pair to agree in element type, got 'f8E4M3FN' and 'bf16'}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xf8E4M3FN, operand16>) (!spmla.tile<16x64xbf16, operand16>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.tile<64x64xbf16, operand16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
// expected-error@below {{expects the tiles of a pair to enumerate their columns alike, got operand16 and operand8}}
%s = spmla.qk(%k0) (%q0) : (!spmla.tile<64x64xbf16, operand16>) (!spmla.tile<16x64xbf16, operand8>) -> <64x16xf32, accumulator>

// -----

%k0 = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%q0 = unrealized_conversion_cast to !spmla.tile<16x512xbf16, operand16>
// expected-error@below {{expects the tiles of a pair to enumerate their columns alike, got operand8 and operand16}}
%s = spmla.qk(%k0) (%q0) : (!spmla.shared<64x512xbf16>) (!spmla.tile<16x512xbf16, operand16>) -> <64x16xf32, accumulator>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%rows = unrealized_conversion_cast to !spmla.rows<64>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%m = spmla.mask %s, %rows : <64x16xf32>, <64>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<32>
// expected-error@below {{expects its scores to be 32x16, got 64x16}}
%m = spmla.mask %s, %rows : <64x16xf32, accumulator>, <32>

// -----

// expected-error@below {{expects its reference to be in layout heads, got abstract}}
%m, %l, %o = spmla.init_state : <16x1xf32>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its sum to be in layout heads, got abstract}}
%m, %l, %o = spmla.init_state : <16xf32, heads>, <16x1xf32>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its reference to be 16, got 8}}
%m, %l, %o = spmla.init_state : <8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%m, %l, %o = spmla.init_state : <16xf32, heads>, <16xf32, heads>, <512x16xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scores to be 32x16, got 64x16}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <32>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16x1xf32>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scale to be in layout heads, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16x1xf32>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its scale to be 16, got 8}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <8xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its sum to be 16, got 8}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <8xf32, heads>, <512x16xf32, accumulator>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%rows = unrealized_conversion_cast to !spmla.rows<64>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%p, %m1, %l1, %o1 = spmla.online_softmax %s masked by %rows scaled by %scale state(%m, %l, %o) : <64x16xf32, accumulator>, <64>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scale to be 16, got 8}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <8xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its reference to be 16, got 8}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <8xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xbf16>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xf16, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be 64x16, got 32x16}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<32x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
// expected-error@below {{expects its shared maxima to be row-major, got '!spmla.shared<32x16xbf16, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <32x16xbf16, keys>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<4x4xf32>
// expected-error@below {{expects its shared maxima to be 16x4, got 4x4}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <4x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xbf16>
// expected-error@below {{expects its shared maxima to be f32, got 'bf16'}}
%p = spmla.publish %s scaled by %scale against %m into(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>) <16x4xbf16>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scores to be in layout accumulator, got abstract}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its scale to be 16, got 8}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <8xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its reference to be 16, got 8}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32>), (!spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<32x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects its shared probabilities to be 64x16, got 32x16}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<32x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%shared = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%maxima = unrealized_conversion_cast to !spmla.shared<4x4xf32>
// expected-error@below {{expects its shared maxima to be 16x4, got 4x4}}
%m1, %l1, %o1 = spmla.rereference %s, %p scaled by %scale state(%m, %l, %o) with(%shared) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, (<16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>), (!spmla.shared<64x16xbf16, keys>) <4x4xf32>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x576xbf16>, (!spmla.tile<64x16xf32, accumulator>), <512x16xf32>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%o = unrealized_conversion_cast to !spmla.tile<16x16xf32, accumulator>
// expected-error@below {{expects its shared values to be row-major, got '!spmla.shared<64x16xbf16, keys>'}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x16xbf16, keys>, (!spmla.shared<64x16xbf16, keys>), <16x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x576xbf16>
%p = unrealized_conversion_cast to !spmla.tile<32x16xf32, accumulator>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects the probabilities to be 64x16, got 32x16}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x576xbf16>, (!spmla.tile<32x16xf32, accumulator>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x512xbf16>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xbf16>'}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x512xbf16>, (!spmla.shared<64x16xbf16>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.shared<64x448xbf16>
%p = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects the values to have at least 512 columns, got 448}}
%r = spmla.pv %v, (%p), %o : !spmla.shared<64x448xbf16>, (!spmla.shared<64x16xbf16, keys>), <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its reference to be 16, got 8}}
spmla.finalize %m, %l, %o : <8xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16x1xf32>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its sum to be in layout heads, got abstract}}
spmla.finalize %m, %l, %o : <16xf32, heads>, <16x1xf32>, <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
spmla.finalize %m, %l, %o : <16xf32, heads>, <16xf32, heads>, <512x16xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%sums = unrealized_conversion_cast to !spmla.shared<64x4xf32>
// expected-error@below {{expects its shared sums to be 16x4, got 64x4}}
spmla.finalize %m, %l, %o with %sums : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<64x4xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
%sums = unrealized_conversion_cast to !spmla.shared<16x4xi32>
// expected-error@below {{expects its shared sums to be f32, got 'i32'}}
spmla.finalize %m, %l, %o with %sums : <16xf32, heads>, <16xf32, heads>, <512x16xf32, accumulator>, !spmla.shared<16x4xi32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
// expected-error@below {{expects one or two terms of the shared probabilities, got 0}}
%p = "spmla.publish"(%s, %scale, %m, %maxima) : (!spmla.tile<64x16xf32, accumulator>, !spmla.tile<16xf32, heads>, !spmla.tile<16xf32, heads>, !spmla.shared<16x4xf32>) -> !spmla.tile<64x16xf32, accumulator>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
%t = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FN, keys>
// expected-error@below {{expects one or two terms of the shared probabilities, got 3}}
%p = spmla.publish %s scaled by %scale against %m into(%t, %t, %t) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>, !spmla.shared<64x16xf8E4M3FN, keys>) <16x4xf32>

// -----

// bf16 holds a probability in one term.
%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
%t = unrealized_conversion_cast to !spmla.shared<64x16xbf16, keys>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xbf16, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%t, %t) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xbf16, keys>, !spmla.shared<64x16xbf16, keys>) <16x4xf32>

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32, accumulator>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%maxima = unrealized_conversion_cast to !spmla.shared<16x4xf32>
%t = unrealized_conversion_cast to !spmla.shared<64x16xf8E4M3FNUZ, keys>
// expected-error@below {{expects its shared probabilities to be bf16, or terms of f8E4M3FN, in layout keys, got '!spmla.shared<64x16xf8E4M3FNUZ, keys>'}}
%p = spmla.publish %s scaled by %scale against %m into(%t) %maxima : <64x16xf32, accumulator>, <16xf32, heads>, <16xf32, heads>, (!spmla.shared<64x16xf8E4M3FNUZ, keys>) <16x4xf32>

// -----

%k = unrealized_conversion_cast to !spmla.tile<64x128xf8E4M3FN, operand16>
%q = unrealized_conversion_cast to !spmla.shared<16x128xf8E4M3FN>
// expected-error@below {{expects a shared query tile to be in layout operand16, got '!spmla.shared<16x128xf8E4M3FN>'}}
%s = spmla.qk(%k) (%q) : (!spmla.tile<64x128xf8E4M3FN, operand16>) (!spmla.shared<16x128xf8E4M3FN>) -> <64x16xf32, accumulator>

// -----

%k = unrealized_conversion_cast to !spmla.shared<64x64xf8E4M3FN>
%q = unrealized_conversion_cast to !spmla.tile<16x64xf8E4M3FN, operand8>
// expected-error@below {{expects the tiles of a pair to enumerate their columns alike, got operand16 and operand8}}
%s = spmla.qk(%k) (%q) : (!spmla.shared<64x64xf8E4M3FN>) (!spmla.tile<16x64xf8E4M3FN, operand8>) -> <64x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects one or two terms of the probabilities, got 0}}
%r = "spmla.pv"(%v, %o) : (!spmla.tile<64x512xf8E4M3FN, keys>, !spmla.tile<512x16xf32, accumulator>) -> !spmla.tile<512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects one or two terms of the probabilities, got 3}}
%r = spmla.pv %v, (%p, %p, %p), %o : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>, !spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects part to be in [0, 4), got 4}}
%r = spmla.pv %v, (%p), %o part 4 of 4 : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, rows16>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects its values to be in layout abstract or keys or own_keys, got rows16}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x512xf8E4M3FN, rows16>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xf8E4M3FN, keys>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, own_keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects values and probabilities to enumerate the keys alike, got keys and own_keys}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x512xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, own_keys>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x512xbf16, keys>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects values and probabilities to agree in element type, got 'bf16' and 'f8E4M3FN'}}
%r = spmla.pv %v, (%p), %o : !spmla.tile<64x512xbf16, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// -----

%v = unrealized_conversion_cast to !spmla.tile<64x128xf8E4M3FN, keys>
%p = unrealized_conversion_cast to !spmla.tile<64x16xf8E4M3FN, keys>
%o = unrealized_conversion_cast to !spmla.tile<512x16xf32, accumulator>
// expected-error@below {{expects the values to have at least 512 columns, got 256}}
%r = spmla.pv %v, (%p), %o part 0 of 2 : !spmla.tile<64x128xf8E4M3FN, keys>, (!spmla.tile<64x16xf8E4M3FN, keys>), <512x16xf32, accumulator>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects one or two terms of each part, and one if they are split by columns, got 1 parts and 3 terms}}
%t:3, %n = spmla.encode_q(%q) scaled by %scale : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects one or two terms of each part, and one if they are split by columns, got 1 parts and 2 terms}}
%t:2, %n = spmla.encode_q(%q) scaled by %scale split : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects one or two terms of each part, and one if they are split by columns, got 2 parts and 3 terms}}
%t:3, %n = spmla.encode_q(%q, %q) scaled by %scale : (!spmla.tile<16x64xbf16, operand16>, !spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>, !spmla.tile<16x64xf8E4M3FN, operand16>)

// -----

%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects one or two terms of each part, and one if they are split by columns, got 0 parts and 0 terms}}
%n = "spmla.encode_q"(%scale) : (!spmla.tile<16xf32, heads>) -> !spmla.tile<16xf32, heads>

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects a term to be 16x64, got 16x128}}
%t, %n = spmla.encode_q(%q) scaled by %scale : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x128xf8E4M3FN, operand16>)

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand8>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects its parts and terms in layout operand16}}
%t, %n = spmla.encode_q(%q) scaled by %scale : (!spmla.tile<16x64xbf16, operand8>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>)

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
// expected-error@below {{expects bf16 to become f8E4M3FN, got 'bf16' and 'f8E4M3FNUZ'}}
%t, %n = spmla.encode_q(%q) scaled by %scale : (!spmla.tile<16x64xbf16, operand16>), <16xf32, heads> -> (!spmla.tile<16x64xf8E4M3FNUZ, operand16>)

// -----

%q = unrealized_conversion_cast to !spmla.tile<16x64xbf16, operand16>
%scale = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
// expected-error@below {{expects its scale to be 16, got 8}}
%t, %n = spmla.encode_q(%q) scaled by %scale : (!spmla.tile<16x64xbf16, operand16>), <8xf32, heads> -> (!spmla.tile<16x64xf8E4M3FN, operand16>)

// -----

%p = unrealized_conversion_cast to !spmla.tile<128x16xf32, accumulator>
// expected-error@below {{expects one or two terms, and one if they are split by columns, got 3}}
%t:3 = spmla.encode %p : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)

// -----

%p = unrealized_conversion_cast to !spmla.tile<128x16xf32, accumulator>
// expected-error@below {{expects one or two terms, and one if they are split by columns, got 2}}
%t:2 = spmla.encode %p split : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>, !spmla.tile<128x16xf8E4M3FN, own_keys>)

// -----

%p = unrealized_conversion_cast to !spmla.tile<128x16xf32, accumulator>
// expected-error@below {{expects its terms to be f8E4M3FN in layout own_keys, got '!spmla.tile<128x16xf8E4M3FN, keys>'}}
%t = spmla.encode %p : <128x16xf32, accumulator> -> (!spmla.tile<128x16xf8E4M3FN, keys>)

// -----

%p = unrealized_conversion_cast to !spmla.tile<128x16xf32, accumulator>
// expected-error@below {{expects a term to be 128x16, got 64x16}}
%t = spmla.encode %p : <128x16xf32, accumulator> -> (!spmla.tile<64x16xf8E4M3FN, own_keys>)

// -----

%p = unrealized_conversion_cast to !spmla.tile<128x16xf32>
// expected-error@below {{expects its probabilities to be in layout accumulator, got abstract}}
%t = spmla.encode %p : <128x16xf32> -> (!spmla.tile<128x16xf8E4M3FN, own_keys>)

// -----

%s = unrealized_conversion_cast to !spmla.tile<64x16xf32>
// expected-error@below {{expects its source in layout accumulator, got abstract}}
%f = spmla.fold %s : <64x16xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<8xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<2048x16xf32, accumulator>
%x = unrealized_conversion_cast to !spmla.shared<512x16xf32>
// expected-error@below {{expects its reference to be 16, got 8}}
%m1, %l1, %o1 = spmla.merge %m, %l, %o through %x : <8xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<2048x16xf32, accumulator>
%x = unrealized_conversion_cast to !spmla.shared<512x16xf32>
// expected-error@below {{expects its output to be in layout accumulator, got abstract}}
%m1, %l1, %o1 = spmla.merge %m, %l, %o through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <512x16xf32>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<2048x16xf32, accumulator>
%x = unrealized_conversion_cast to !spmla.shared<512x16xf32>
// expected-error@below {{expects the rows of its output to be a multiple of the result's 768, got 2048}}
%m1, %l1, %o1 = spmla.merge %m, %l, %o through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf32> -> <768x16xf32, accumulator>

// -----

%m = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%l = unrealized_conversion_cast to !spmla.tile<16xf32, heads>
%o = unrealized_conversion_cast to !spmla.tile<2048x16xf32, accumulator>
%x = unrealized_conversion_cast to !spmla.shared<512x16xf8E4M3FN, keys>
// expected-error@below {{expects its exchange to be row-major, got '!spmla.shared<512x16xf8E4M3FN, keys>'}}
%m1, %l1, %o1 = spmla.merge %m, %l, %o through %x : <16xf32, heads>, <16xf32, heads>, <2048x16xf32, accumulator>, <512x16xf8E4M3FN, keys> -> <512x16xf32, accumulator>
