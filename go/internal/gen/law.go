// The law compiler, first part: the formulas of group/law.go, straight lines of field operations,
// read and flattened to operations on places, 32 bytes behind a parameter or in the frame.

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strconv"
	"strings"
)

// A place is where a value lies: offset bytes behind a parameter, or in the frame under the number
// of a local.
type place struct {
	parameter string
	offset    int
	local     int
}

// A lawOp is dst = what(src...); count is the factor of a MulInt.
type lawOp struct {
	what  string
	dst   place
	src   []place
	count int
	bit   string // of a CondNeg: the parameter
}

// A lawFormula is one function of law.go, flattened.
type lawFormula struct {
	name       string
	signature  string   // of the Go function
	parameters []string // words each
	ops        []lawOp
	locals     int
	loop       string // the parameter that counts repetitions, if there is one
}

var lawFields = map[string]int{"X": 0, "Y": 32, "Z": 64}

// operands of the methods that a formula may call
var lawMethods = map[string]int{
	"Add": 2, "Sub": 2, "Neg": 1, "Half": 1, "MulInt": 1, "CondNeg": 0,
	"Mul": 2, "Sqr": 1, "Mul2": 4, "MulSqr": 3, "SqrAdd": 2,
}

// lawSums are those that are no products.
var lawSums = map[string]bool{"Set": true, "Add": true, "Sub": true, "Neg": true, "Half": true,
	"MulInt": true, "CondNeg": true}

// A lawReader flattens functions.
type lawReader struct {
	files *token.FileSet
	funcs map[string]*ast.FuncDecl
	out   *lawFormula
}

func (l *lawReader) fail(n ast.Node, format string, args ...any) {
	panic(fmt.Sprintf("%v: %s", l.files.Position(n.Pos()), fmt.Sprintf(format, args...)))
}

func readLaw(source string) (*lawReader, []string) {
	l := &lawReader{files: token.NewFileSet(), funcs: map[string]*ast.FuncDecl{}}
	file, err := parser.ParseFile(l.files, "law.go", source, 0)
	if err != nil {
		panic(err)
	}
	names := []string{}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			l.funcs[f.Name.Name] = f
			names = append(names, f.Name.Name)
		}
	}
	return l, names
}

func (l *lawReader) formula(name string) *lawFormula {
	var signature strings.Builder
	printer.Fprint(&signature, l.files, l.funcs[name].Type)
	l.out = &lawFormula{name: name,
		signature: strings.Join(strings.Fields(strings.TrimPrefix(signature.String(), "func")),
			" ")}
	scope := map[string]place{}
	for _, field := range l.funcs[name].Type.Params.List {
		for _, id := range field.Names {
			scope[id.Name] = place{parameter: id.Name}
			l.out.parameters = append(l.out.parameters, id.Name)
		}
	}
	body := l.funcs[name].Body.List
	if loop, ok := body[0].(*ast.RangeStmt); ok && len(body) == 1 {
		l.out.loop = loop.X.(*ast.Ident).Name
		body = loop.Body.List
	}
	if !l.twins(body, scope) {
		l.block(body, scope)
	}
	return l.out
}

// twins reads a body that calls one formula twice, and nothing else: the two, which must share no
// parameter, are put side by side, step by step. It reports whether the body is one.
func (l *lawReader) twins(body []ast.Stmt, scope map[string]place) bool {
	if len(body) != 2 {
		return false
	}
	var callee [2]string
	for i := range body {
		if s, ok := body[i].(*ast.ExprStmt); ok {
			if f, ok := s.X.(*ast.CallExpr).Fun.(*ast.Ident); ok {
				callee[i] = f.Name
			}
		}
	}
	if callee[0] == "" || callee[0] != callee[1] {
		return false
	}
	l.block(body[:1], scope)
	first := lawSteps(l.out.ops)
	l.out.ops = nil
	l.block(body[1:], scope)
	second := lawSteps(l.out.ops)
	l.out.ops = nil
	if len(first) != len(second) {
		l.fail(body[1], "%d steps beside %d", len(second), len(first))
	}
	of := lawParameters(first)
	for name := range lawParameters(second) {
		if of[name] {
			l.fail(body[1], "both calls name %s", name)
		}
	}
	for i := range first {
		l.out.ops = append(append(l.out.ops, first[i]...), second[i]...)
	}
	return true
}

// lawParameters are the parameters that steps name.
func lawParameters(steps [][]lawOp) map[string]bool {
	names := map[string]bool{}
	for _, step := range steps {
		for _, op := range step {
			for _, p := range op.src {
				names[p.parameter] = true
			}
			names[op.dst.parameter], names[op.bit] = true, true
		}
	}
	delete(names, "") // locals, which each call has for itself
	return names
}

// lawSteps cuts operations in steps, each a product with the sums that go into it, and those that
// take the last result from registers.
func lawSteps(ops []lawOp) (steps [][]lawOp) {
	hasProduct := true
	for i, op := range ops {
		isSum := lawSums[op.what]
		follows := i > 0 && op.inRegisters(ops[i-1].dst) > 0
		switch {
		case hasProduct && !(isSum && follows):
			steps = append(steps, nil)
			hasProduct = !isSum
		case !isSum:
			hasProduct = true
		}
		steps[len(steps)-1] = append(steps[len(steps)-1], op)
	}
	return steps
}

func (l *lawReader) block(list []ast.Stmt, scope map[string]place) {
	for _, stmt := range list {
		switch s := stmt.(type) {
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				for _, id := range spec.(*ast.ValueSpec).Names {
					l.out.locals++
					scope[id.Name] = place{local: l.out.locals}
				}
			}
		case *ast.AssignStmt:
			if len(s.Lhs) != 1 || s.Tok != token.ASSIGN {
				l.fail(s, "not a plain assignment")
			}
			l.out.ops = append(l.out.ops, lawOp{what: "Set", dst: l.place(s.Lhs[0], scope),
				src: []place{l.place(s.Rhs[0], scope)}})
		case *ast.ExprStmt:
			l.call(s.X.(*ast.CallExpr), scope)
		default:
			l.fail(s, "%T in a formula", s)
		}
	}
}

func (l *lawReader) call(c *ast.CallExpr, scope map[string]place) {
	switch f := c.Fun.(type) {
	case *ast.Ident: // another formula
		callee := l.funcs[f.Name]
		if callee == nil {
			l.fail(c, "%s is no formula", f.Name)
		}
		inner, i := map[string]place{}, 0
		for _, field := range callee.Type.Params.List {
			for _, id := range field.Names {
				inner[id.Name] = l.place(c.Args[i], scope)
				i++
			}
		}
		l.block(callee.Body.List, inner)
	case *ast.SelectorExpr: // a method of an element
		op := lawOp{what: f.Sel.Name, dst: l.place(f.X, scope)}
		n, ok := lawMethods[op.what]
		if !ok {
			l.fail(c, "method %s", op.what)
		}
		for _, arg := range c.Args[:n] {
			op.src = append(op.src, l.place(arg, scope))
		}
		switch op.what {
		case "MulInt":
			op.count, _ = strconv.Atoi(c.Args[1].(*ast.BasicLit).Value)
			if op.count < 2 || op.count > 32 {
				l.fail(c, "factor %d", op.count)
			}
		case "CondNeg":
			op.bit = l.place(c.Args[0], scope).parameter
			op.src = []place{op.dst}
		}
		l.out.ops = append(l.out.ops, op)
	}
}

func (l *lawReader) place(e ast.Expr, scope map[string]place) place {
	switch x := e.(type) {
	case *ast.UnaryExpr:
		return l.place(x.X, scope)
	case *ast.StarExpr:
		return l.place(x.X, scope)
	case *ast.Ident:
		if p, ok := scope[x.Name]; ok {
			return p
		}
	case *ast.SelectorExpr:
		p := l.place(x.X, scope)
		if offset, ok := lawFields[x.Sel.Name]; ok && p.local == 0 {
			p.offset += offset
			return p
		}
	}
	l.fail(e, "not a place")
	return place{}
}

// inRegisters counts the operands of op that are v and are taken from registers if v is there.
func (op *lawOp) inRegisters(v place) int {
	all := 0
	for _, s := range op.src {
		if s == v {
			all++
		}
	}
	switch {
	case op.what == "SqrAdd" && op.src[0] != v: // the addend comes from memory
		return 0
	case op.what == "Mul2" || op.what == "MulSqr":
		return 0
	case op.what == "Add" || op.what == "Sub" || len(op.src) == 1:
		return all
	}
	return min(all, 1)
}

// needsMemory tells whether the value that ops[k] computes is read from memory.
func (f *lawFormula) needsMemory(k int) bool {
	v := f.ops[k].dst
	if v.parameter != "" {
		return true
	}
	for j, op := range f.ops[k+1:] {
		uses := 0
		for _, s := range op.src {
			if s == v {
				uses++
			}
		}
		if j == 0 {
			uses -= op.inRegisters(v)
		}
		if uses > 0 {
			return true
		}
		if op.dst == v {
			return false
		}
	}
	return false
}
